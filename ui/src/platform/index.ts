import { browser, openSession } from './browser';
import { inWindow, tauri } from './tauri';
import type { Transport } from './transport';

export { asFailure, Refused, type Transport, type Unwatch, type Watcher } from './transport';

/** The way to the host from wherever this page is shown, ready to be asked. */
export async function connect(): Promise<Transport> {
  if (inWindow()) return tauri;
  await openSession();
  return browser;
}
