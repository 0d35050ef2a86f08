import { api } from '../lib/api.ts'
import { sessionStore } from '../lib/session-store.ts'
import { requestSync } from './background-sync.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { type OutboxMessage, outboxName, runExclusively } from './outbox-lock.ts'
import { openDeviceStore } from './outbox-store.ts'

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(outboxName)

/** The outbox of this browser. Its tabs and the service worker share it, and only one of them sends at a time. */
export const outbox = createOutbox<OutboxKind>({
  store: openDeviceStore,
  alone: runExclusively,
  notify: () => channel?.postMessage('changed' satisfies OutboxMessage),
  now: Date.now,
  sendWith: () => {
    const token = sessionStore.get()?.token
    return token ? { api, token } : undefined
  },
  onStored: userId => void requestSync(userId),
})

if (channel)
  channel.onmessage = ({ data }: MessageEvent<OutboxMessage>) => {
    void outbox.load()
    if (data !== 'changed') outbox.receiveAnswer(data.entry, data.answer)
  }
