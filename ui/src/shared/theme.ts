import { useSyncExternalStore } from 'react';

/** Light, dark, or what the system says. */
export type Theme = 'system' | 'light' | 'dark';

const KEPT = 'bailiwick.theme';
const listeners = new Set<() => void>();

/** Shows the theme that was chosen last. Called once, before anything is drawn. */
export function applyTheme(): void {
  const theme = current();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** The theme, and how to change it. */
export function useTheme(): { theme: Theme; choose(theme: Theme): void } {
  return { theme: useSyncExternalStore(subscribe, current), choose };
}

/** Light if it is dark now, and the reverse. */
export function switchTheme(): void {
  const dark =
    current() === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : current() === 'dark';
  choose(dark ? 'light' : 'dark');
}

function choose(theme: Theme): void {
  localStorage.setItem(KEPT, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

function current(): Theme {
  const kept = localStorage.getItem(KEPT);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
