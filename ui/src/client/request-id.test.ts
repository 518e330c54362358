import { expect, it } from 'vitest';

import { newRequestId } from './request-id';

it('request ids are version 7, fresh, and in the order of their time', () => {
  const [early, late] = [newRequestId(1_000_000_000_000), newRequestId(1_000_000_000_001)];
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(early < late).toBe(true);
  expect(newRequestId(5)).not.toBe(newRequestId(5));
});
