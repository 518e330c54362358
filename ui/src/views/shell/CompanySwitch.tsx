import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';

import { useCurrentCompany } from '../../client';
import { StateMark } from '../../shared/components';
import { useWords } from '../../shared/words';
import styles from './CompanySwitch.module.css';

/** Which company the screens show, and the way to another one. */
export function CompanySwitch() {
  const words = useWords();
  const navigate = useNavigate();
  const { company, companies, choose } = useCurrentCompany();
  const [open, setOpen] = useState(false);
  const go = (to: '/organization' | '/welcome') => {
    setOpen(false);
    void navigate({ to });
  };
  if (company === undefined) {
    return (
      <div className={styles.plain}>
        <img src="/mark.svg" alt="" width="20" height="20" />
        <span>{words('app.name')}</span>
      </div>
    );
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={styles.trigger} aria-label={`${words('top.company')}: ${company.name}`}>
        <img src="/mark.svg" alt="" width="20" height="20" />
        <span className={styles.name}>{company.name}</span>
        <ChevronsUpDown aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.menu}
          align="start"
          sideOffset={4}
          aria-label={words('top.company')}
        >
          {companies.map((row) => (
            <button
              key={row.id}
              type="button"
              aria-current={row.id === company.id}
              onClick={() => {
                choose(row.id);
                go('/organization');
              }}
            >
              <span className={styles.mark}>{row.id === company.id && <StateMark mark="done" />}</span>
              <span className={styles.name}>{row.name}</span>
              <span className={styles.count}>{row.employees}</span>
            </button>
          ))}
          <hr />
          <button type="button" onClick={() => go('/welcome')}>
            <span className={styles.mark}>
              <Plus aria-hidden />
            </span>
            <span className={styles.name}>{words('top.found')}</span>
          </button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
