import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';

import { Hire } from './Hire';
import { Organization } from './Organization';
import { Person } from './Person';
import { Plays } from './Plays';
import { Roles } from './Roles';
import { Run } from './Run';
import { ScreenFault, ScreenMissing } from './shell/ScreenFault';
import { Shell } from './shell/Shell';
import { Tools } from './Tools';
import { Violations } from './Violations';
import { Welcome } from './Welcome';

/** What stands behind the question mark of an address, before it is read. */
type Search = Record<string, unknown>;

const root = createRootRoute({
  component: Shell,
  errorComponent: ScreenFault,
  notFoundComponent: ScreenMissing,
});

/** What every screen has: its place in the shell, and what is shown when it breaks. */
const inShell = { getParentRoute: () => root, errorComponent: ScreenFault };

/** A text of the address, where there is one. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const tree = root.addChildren([
  createRoute({
    ...inShell,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/organization', search: {} });
    },
  }),
  createRoute({
    ...inShell,
    path: '/welcome',
    component: Welcome,
    validateSearch: (search: Search): { founded?: string } => ({ founded: text(search['founded']) }),
  }),
  createRoute({
    ...inShell,
    path: '/organization',
    component: Organization,
    validateSearch: (search: Search): { view?: string } => ({ view: text(search['view']) }),
  }),
  createRoute({
    ...inShell,
    path: '/people/$employee',
    component: Person,
    validateSearch: (search: Search): { tab?: string; tool?: string } => ({
      tab: text(search['tab']),
      tool: text(search['tool']),
    }),
  }),
  createRoute({
    ...inShell,
    path: '/hire',
    component: Hire,
    validateSearch: (search: Search): { role?: string } => ({ role: text(search['role']) }),
  }),
  createRoute({
    ...inShell,
    path: '/tools',
    component: Tools,
    validateSearch: (search: Search): { server?: string; add?: string } => ({
      server: text(search['server']),
      add: text(search['add']),
    }),
  }),
  createRoute({
    ...inShell,
    path: '/plays',
    component: Plays,
    validateSearch: (search: Search): { tab?: string; play?: string } => ({
      tab: text(search['tab']),
      play: text(search['play']),
    }),
  }),
  createRoute({ ...inShell, path: '/plays/runs/$run', component: Run }),
  createRoute({
    ...inShell,
    path: '/violations',
    component: Violations,
    validateSearch: (search: Search): { server?: string; code?: string; employee?: string } => ({
      server: text(search['server']),
      code: text(search['code']),
      employee: text(search['employee']),
    }),
  }),
  createRoute({
    ...inShell,
    path: '/roles',
    component: Roles,
    validateSearch: (search: Search): { tab?: string; role?: string } => ({
      tab: text(search['tab']),
      role: text(search['role']),
    }),
  }),
]);

/** The way through the screens. The address stands behind `#`, so that every front serves one page. */
export function newRouter() {
  return createRouter({
    routeTree: tree,
    history: createHashHistory(),
    defaultPreload: false,
    defaultNotFoundComponent: ScreenMissing,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
