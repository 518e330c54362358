import { Channel, invoke } from '@tauri-apps/api/core';

import type { WireEvent } from '../generated/contract';
import { asFailure, Refused, type Transport } from './transport';

/** Whether this page is shown by the desktop window. */
export function inWindow(): boolean {
  return '__TAURI_INTERNALS__' in window;
}

/** The way to the host from the desktop window. */
export const tauri: Transport = {
  read: (method, params) => ask('read', { request: { method, params } }),
  act: (method, params, requestId) => ask('act', { request: { method, params, request_id: requestId } }),
  watch(since, watcher) {
    let ended = false;
    const channel = new Channel<WireEvent>();
    channel.onmessage = (event) => {
      if (!ended) watcher.onEvent(event);
    };
    invoke('watch', { since, events: channel }).then(
      () => {
        if (!ended) watcher.onLine(true);
      },
      () => {
        if (!ended) watcher.onLine(false);
      },
    );
    return () => {
      ended = true;
    };
  },
};

async function ask<Reply>(command: 'read' | 'act', args: Record<string, unknown>): Promise<Reply> {
  try {
    return await invoke<Reply>(command, args);
  } catch (error) {
    throw new Refused(asFailure(error));
  }
}
