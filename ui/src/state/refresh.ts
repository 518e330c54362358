import type { QueryClient } from '@tanstack/react-query';

import type { ReadMethod } from '../generated/contract';

/**
 * Asks again for old answers, at most once every `pause` milliseconds however many events come in, and
 * never for a family whose last question is still open: it is asked again when that is answered.
 */
export class Refresh {
  readonly #client: QueryClient;
  readonly #pause: number;
  readonly #old = new Set<ReadMethod>();
  #all = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(client: QueryClient, pause = 250) {
    this.#client = client;
    this.#pause = pause;
  }

  /** Makes these families old; all of them where none is given. */
  ask(methods: Iterable<ReadMethod> | undefined): void {
    if (methods === undefined) this.#all = true;
    else for (const method of methods) this.#old.add(method);
    if (this.#timer !== undefined || (!this.#all && this.#old.size === 0)) return;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, this.#last + this.#pause - Date.now()));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.#timer = undefined;
    this.#last = Date.now();
    if (this.#all) {
      this.#all = false;
      this.#old.clear();
      void this.#client.invalidateQueries();
      return;
    }
    const ready = [...this.#old].filter((method) => this.#client.isFetching({ queryKey: [method] }) === 0);
    for (const method of ready) {
      this.#old.delete(method);
      void this.#client.invalidateQueries({ queryKey: [method] });
    }
    this.ask([]);
  }
}
