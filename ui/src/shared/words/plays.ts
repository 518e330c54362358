import { words } from './define';

export const plays = words(
  {
    'plays.title': 'Plays',
    'plays.play': 'Play',
    'plays.objective': 'Objective',
    'plays.ledger': 'Spawn ledger',
    'plays.at': 'At',
    'plays.outcome': 'Outcome',
    'plays.reason': 'Reason',
  },
  {
    'plays.title': 'Stücke',
    'plays.play': 'Stück',
    'plays.objective': 'Ziel',
    'plays.ledger': 'Helferbuch',
    'plays.at': 'Um',
    'plays.outcome': 'Ausgang',
    'plays.reason': 'Grund',
  },
);
