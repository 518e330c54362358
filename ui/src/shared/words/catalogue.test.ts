import { describe, expect, it } from 'vitest';

import { catalogue, type WordKey } from './catalogue';

const keys = Object.keys(catalogue.en) as WordKey[];

/** The names of values in a text; a text of one choice, as in `one {once}`, is none. */
function placeholders(text: string): string[] {
  const names = text.matchAll(/(?<!(?:one|other|yes|=\d) )\{(\w+)[,}]/g);
  return [...names].map((match) => match[1] ?? '').sort();
}

describe('the words', () => {
  it('say every text in both languages', () => {
    for (const key of keys) {
      expect(catalogue.en[key], key).not.toBe('');
      expect(catalogue.de[key], key).not.toBe('');
    }
  });

  it('put the same values into both languages', () => {
    for (const key of keys) {
      expect(new Set(placeholders(catalogue.de[key])), key).toEqual(new Set(placeholders(catalogue.en[key])));
    }
  });
});
