import { words } from './define';

export const violations = words(
  {
    'violations.title': 'Violations',
    'violations.tool': 'Tool',
    'violations.code': 'Code',
  },
  {
    'violations.title': 'Verstöße',
    'violations.tool': 'Werkzeug',
    'violations.code': 'Code',
  },
);
