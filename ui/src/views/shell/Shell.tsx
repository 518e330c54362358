import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { useCurrentCompany } from '../../client';
import { useWords } from '../../shared/words';
import { useLine } from '../../state';
import { Welcome } from '../Welcome';
import { CommandPalette } from './CommandPalette';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';

/** Screens that make sense before a company is founded. */
const NEED_NO_COMPANY = ['/welcome', '/roles'];

/** What every screen stands in: sidebar, top bar, the line's state. */
export function Shell() {
  const words = useWords();
  const { company } = useCurrentCompany();
  const { up } = useLine();
  // The screen that is drawn, not the one that is on its way.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const [paletteOpen, setPaletteOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPaletteOpen((open) => !open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    // A reader of a new screen starts at its top, not at the link that led there.
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
    main.current?.scrollTo(0, 0);
  }, [path]);

  const homeless = company === undefined && !NEED_NO_COMPANY.includes(path);
  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {words('app.skip')}
      </a>
      <Sidebar />
      <div className={styles.right}>
        <TopBar onPalette={() => setPaletteOpen(true)} />
        {!up && (
          <div className={styles.lost} role="alert">
            <strong>{words('status.lost')}</strong> {words('status.lost.next')}
          </div>
        )}
        <main className={styles.main} ref={main} id="content" tabIndex={-1}>
          {homeless ? <Welcome /> : <Outlet key={company?.id} />}
        </main>
      </div>
      <CommandPalette open={paletteOpen} onOpenChange={setPaletteOpen} />
    </div>
  );
}
