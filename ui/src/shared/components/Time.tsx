import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';

import { useWords } from '../words';

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago, with the exact time on hover. */
export function Ago({ at }: { at: string }) {
  const intl = useIntl();
  const words = useWords();
  const now = useNow(30_000);
  const seconds = (Date.parse(at) - now) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return (
    <time dateTime={at} title={intl.formatDate(at, EXACT)}>
      {step === undefined
        ? words('time.now')
        : intl.formatRelativeTime(Math.trunc(seconds / step[1]), step[0], { style: 'short' })}
    </time>
  );
}

/** The clock time, to the second; with the day where `day` is set. */
export function Clock({ at, day = false }: { at: string; day?: boolean }) {
  const intl = useIntl();
  return (
    <time dateTime={at} title={intl.formatDate(at, EXACT)}>
      {day ? intl.formatDate(at, EXACT) : intl.formatTime(at, SECONDS)}
    </time>
  );
}

/** Now, anew every so many milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

const SECONDS = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const EXACT = { year: 'numeric', month: '2-digit', day: '2-digit', ...SECONDS } as const;
