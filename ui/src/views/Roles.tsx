import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MousePointerClick, UserPlus } from 'lucide-react';

import { useCurrentCompany, useRead } from '../client';
import { CheckFolder } from '../packs/CheckFolder';
import { Packs } from '../packs/Packs';
import { RoleCatalogue } from '../packs/RoleCatalogue';
import { RolePage } from '../packs/RolePage';
import { Trust } from '../packs/Trust';
import { buttonClass, Empty, ErrorNote, Loading, Panel, Screen, Tabs } from '../shared/components';
import { useWords } from '../shared/words';
import styles from './Hire.module.css';

const TABS = ['roles', 'packs', 'trust', 'check'] as const;
type Tab = (typeof TABS)[number];

/** The roles, the packs they come from, whose signatures count, and the check of a folder. */
export function Roles() {
  const words = useWords();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const tab = TABS.find((one) => one === search.tab) ?? 'roles';
  const roles = useRead('role.list', {});
  const packs = useRead('pack.list', {});
  return (
    <Screen
      fill
      title={words('roles.title')}
      lead={
        roles.data !== undefined &&
        packs.data !== undefined &&
        words('roles.lead', { roles: roles.data.length, packs: packs.data.length })
      }
    >
      <Tabs<Tab>
        fill
        label={words('roles.tabs')}
        value={tab}
        onChange={(next) => void navigate({ to: '/roles', search: { tab: next }, replace: true })}
        tabs={[
          { value: 'roles', label: words('roles.tab.roles'), panel: <Catalogue role={search.role} /> },
          { value: 'packs', label: words('roles.tab.packs'), panel: <Packs /> },
          { value: 'trust', label: words('roles.tab.trust'), panel: <Trust /> },
          { value: 'check', label: words('roles.tab.check'), panel: <CheckFolder /> },
        ]}
      />
    </Screen>
  );
}

function Catalogue({ role }: { role: string | undefined }) {
  const words = useWords();
  const navigate = useNavigate();
  const { company } = useCurrentCompany();
  const roles = useRead('role.list', {});
  if (roles.isPending) return <Loading rows={12} />;
  if (roles.error !== null) return <ErrorNote failure={roles.error} onRetry={() => void roles.refetch()} />;
  return (
    <div className={styles.columns}>
      <RoleCatalogue
        roles={roles.data}
        selected={role}
        onSelect={(row) =>
          void navigate({ to: '/roles', search: { tab: 'roles', role: row.id }, replace: true })
        }
      />
      <div className={styles.side}>
        {role === undefined ? (
          <Panel fill>
            <Empty title={words('roles.pick')} icon={<MousePointerClick />} />
          </Panel>
        ) : (
          <RolePage
            role={role}
            action={
              company !== undefined && (
                <Link className={buttonClass()} to="/hire" search={{ role }}>
                  <UserPlus aria-hidden />
                  {words('roles.hire')}
                </Link>
              )
            }
          />
        )}
      </div>
    </div>
  );
}
