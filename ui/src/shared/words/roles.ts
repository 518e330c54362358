import { words } from './define';

export const roles = words(
  {
    'roles.title': 'Roles',
    'roles.role': 'Role',
    'roles.summary': 'Summary',
  },
  {
    'roles.title': 'Rollen',
    'roles.role': 'Rolle',
    'roles.summary': 'Kurz gesagt',
  },
);
