import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';

import { useCurrentCompany, useRead } from '../../client';
import { Badge, StateMark, Tooltip } from '../../shared/components';
import { useWords } from '../../shared/words';
import { useLine } from '../../state';
import { navigation, type Destination } from '../navigation';
import { CompanySwitch } from './CompanySwitch';
import styles from './Sidebar.module.css';

/** Where one is, where one can go, and how the line stands. */
export function Sidebar() {
  const words = useWords();
  const { company } = useCurrentCompany();
  return (
    <aside className={styles.sidebar}>
      <CompanySwitch />
      <nav className={styles.nav} aria-label={words('nav.label')}>
        {company === undefined && (
          <NavLink destination={{ to: '/welcome', label: 'nav.welcome', icon: Sparkles }} />
        )}
        {navigation.map((group) => (
          <div key={group.label} className={styles.group}>
            <p className={styles.groupName}>{words(group.label)}</p>
            {group.screens.map((destination) => (
              <NavLink key={destination.to} destination={destination} />
            ))}
          </div>
        ))}
      </nav>
      <Standing />
    </aside>
  );
}

function NavLink({ destination }: { destination: Destination }) {
  const words = useWords();
  const Icon = destination.icon;
  return (
    <Link
      to={destination.to}
      className={styles.link}
      activeProps={{ 'data-on': true }}
      title={words(destination.label)}
    >
      <Icon aria-hidden />
      <span>{words(destination.label)}</span>
    </Link>
  );
}

/** What has to be in sight always: the line, who acts, whether models are real. */
function Standing() {
  const words = useWords();
  const line = useLine();
  const status = useRead('installation.status', {});
  return (
    <div className={styles.standing}>
      {status.data?.rehearsal === true && (
        <Tooltip text={words('status.rehearsal')}>
          <button type="button" className={styles.rehearsal}>
            <Badge>{words('status.rehearsal.short')}</Badge>
          </button>
        </Tooltip>
      )}
      <p className={styles.fact}>
        <StateMark mark={line.up ? 'done' : 'failed'} />
        <span>{words(line.up ? 'status.live' : 'status.down')}</span>
      </p>
      {status.data !== undefined && (
        <p className={styles.fact}>
          <span className={styles.cut} title={status.data.data}>
            {words('status.operator', { name: status.data.operator })} · {status.data.version}
          </span>
        </p>
      )}
    </div>
  );
}
