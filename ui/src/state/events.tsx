import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';

import { useTransport } from '../client';
import type { WireEvent } from '../generated/contract';
import { fold } from './fold';
import { eachFrame } from './frames';
import { Refresh } from './refresh';

/** The line to the host. */
export interface Line {
  up: boolean;
  /** The place of the newest event that is on the screen, among all of the installation. */
  order: number;
}

const LineContext = createContext<Line>({ up: true, order: 0 });

/** Follows the events after `since` and folds them into the kept answers, one batch a frame. */
export function EventsProvider({ since, children }: { since: number; children: ReactNode }) {
  const transport = useTransport();
  const client = useQueryClient();
  const [line, setLine] = useState<Line>({ up: true, order: since });

  useEffect(() => {
    const refresh = new Refresh(client);
    let order = since;
    let down = false;
    const frames = eachFrame<WireEvent>((events) => {
      refresh.ask(fold(client, events));
      order = events.reduce((top, event) => Math.max(top, event.order), order);
      setLine((now) => ({ ...now, order }));
    });
    const unwatch = transport.watch(since, {
      onEvent: frames.push,
      onLine(up) {
        if (up && down) refresh.ask(undefined);
        down = !up;
        setLine((now) => ({ ...now, up }));
      },
    });
    return () => {
      unwatch();
      frames.stop();
      refresh.stop();
    };
  }, [transport, client, since]);

  return <LineContext value={line}>{children}</LineContext>;
}

/** Whether the line to the host is up, and how far the screen is. */
export function useLine(): Line {
  return use(LineContext);
}
