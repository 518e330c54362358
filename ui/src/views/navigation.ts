import type { LinkProps } from '@tanstack/react-router';
import {
  BookOpenCheck,
  ListVideo,
  Network,
  Plug,
  ShieldAlert,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';

import type { WordKey } from '../shared/words';

/** One line of the sidebar and of the command palette. */
export interface Destination {
  to: NonNullable<LinkProps['to']>;
  label: WordKey;
  icon: LucideIcon;
}

/** The screens, as the sidebar groups them. */
export const navigation: readonly { label: WordKey; screens: readonly Destination[] }[] = [
  {
    label: 'nav.group.people',
    screens: [
      { to: '/organization', label: 'nav.organization', icon: Network },
      { to: '/hire', label: 'nav.hire', icon: UserPlus },
    ],
  },
  {
    label: 'nav.group.work',
    screens: [
      { to: '/plays', label: 'nav.plays', icon: ListVideo },
      { to: '/tools', label: 'nav.tools', icon: Plug },
    ],
  },
  {
    label: 'nav.group.trust',
    screens: [
      { to: '/violations', label: 'nav.violations', icon: ShieldAlert },
      { to: '/roles', label: 'nav.roles', icon: BookOpenCheck },
    ],
  },
];
