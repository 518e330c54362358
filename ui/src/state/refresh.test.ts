import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Refresh } from './refresh';

describe('asking again', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('happens once for a flood of events', async () => {
    const client = new QueryClient();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    const refresh = new Refresh(client, 250);
    for (let event = 0; event < 1000; event += 1) refresh.ask(['employee.list']);
    await vi.advanceTimersByTimeAsync(100);
    expect(invalidate).toHaveBeenCalledTimes(1);
    for (let event = 0; event < 1000; event += 1) refresh.ask(['employee.list']);
    await vi.advanceTimersByTimeAsync(100);
    expect(invalidate).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(250);
    expect(invalidate).toHaveBeenCalledTimes(2);
    refresh.stop();
  });
});
