import { common } from './common';
import { hire } from './hire';
import { organization } from './organization';
import { person } from './person';
import { plays } from './plays';
import { roles } from './roles';
import { rolesPage } from './roles-page';
import { tools } from './tools';
import { violations } from './violations';
import { welcome } from './welcome';

/** All text of the interface, by language. */
export const catalogue = {
  en: {
    ...common.en,
    ...welcome.en,
    ...organization.en,
    ...person.en,
    ...hire.en,
    ...tools.en,
    ...plays.en,
    ...violations.en,
    ...roles.en,
    ...rolesPage.en,
  },
  de: {
    ...common.de,
    ...welcome.de,
    ...organization.de,
    ...person.de,
    ...hire.de,
    ...tools.de,
    ...plays.de,
    ...violations.de,
    ...roles.de,
    ...rolesPage.de,
  },
};

/** A language of the interface. */
export type Language = keyof typeof catalogue;
/** The name of one text. */
export type WordKey = keyof (typeof catalogue)['en'];
