import { words } from './define';

export const hire = words(
  {
    'hire.title': 'x',
  },
  {
    'hire.title': 'x',
  },
);
