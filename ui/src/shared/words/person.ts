import { words } from './define';

export const person = words(
  {
    'person.title': 'x',
  },
  {
    'person.title': 'x',
  },
);
