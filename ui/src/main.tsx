import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './shared/tokens.css';
import './shared/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { asFailure, connect, type Transport } from './platform';
import { applyTheme } from './shared/theme';
import { App, Unreachable } from './views/App';

applyTheme();
const root = document.getElementById('root');
if (root !== null) void start(root);

async function start(element: HTMLElement): Promise<void> {
  const page = createRoot(element);
  try {
    const transport = await reach();
    page.render(
      <StrictMode>
        <App transport={transport} />
      </StrictMode>,
    );
  } catch (error) {
    page.render(<Unreachable failure={asFailure(error)} />);
  }
}

/** The host; while the interface is developed without one, a double of it. */
async function reach(): Promise<Transport> {
  if (import.meta.env.DEV && !('__TAURI_INTERNALS__' in window)) {
    const { standIn } = await import('./test/stand-in');
    const asked = location.search === '' ? (sessionStorage.getItem('stand-in') ?? '') : location.search;
    sessionStorage.setItem('stand-in', asked);
    history.replaceState(null, '', location.pathname + location.hash);
    return standIn(new URLSearchParams(asked));
  }
  return connect();
}
