import { words } from './define';

export const tools = words(
  {
    'tools.title': 'Tools',
    'tools.server': 'Server',
  },
  {
    'tools.title': 'Werkzeuge',
    'tools.server': 'Server',
  },
);
