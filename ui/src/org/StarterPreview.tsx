import { UserRound } from 'lucide-react';

import type { StarterMember } from '../generated/contract';
import { useWords } from '../shared/words';
import styles from './StarterPreview.module.css';

/** Who reports to whom, as indented lines, with a person at the top. */
export function StarterPreview({
  members,
  top,
}: {
  members: readonly StarterMember[];
  top?: string | undefined;
}) {
  const words = useWords();
  const names = new Set(members.map((member) => member.name));
  const roots = members.filter((member) => !names.has(member.manager));
  return (
    <div className={styles.preview}>
      <p className={styles.you}>
        <UserRound aria-hidden />
        <strong>{top ?? words('welcome.you')}</strong>
        <span>{words('welcome.you.title')}</span>
      </p>
      <Reports of={roots} all={members} />
    </div>
  );
}

function Reports({ of, all }: { of: readonly StarterMember[]; all: readonly StarterMember[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={styles.reports}>
      {of.map((member) => (
        <li key={member.name}>
          <p>
            <strong>{member.name}</strong>
            <span>{member.title}</span>
          </p>
          <Reports of={all.filter((other) => other.manager === member.name && other !== member)} all={all} />
        </li>
      ))}
    </ul>
  );
}
