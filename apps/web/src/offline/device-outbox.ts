import { api } from '../lib/api.ts'
import { sessionStore } from '../lib/session-store.ts'
import { canCache, openCacheDb } from './cache-db.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { type OutboxMessage, outboxName, runExclusively } from './outbox-lock.ts'
import { openDeviceStore } from './outbox-store.ts'
import { requestPersistence } from './request-persistence.ts'

/** The Background Sync API, which not every browser supports and the library's types lack. */
type SyncRegistration = { readonly sync?: { register: (tag: string) => Promise<void> } }

/**
 * Registers a background sync, so that the browser wakes the service worker when there is a network again and queued entries are
 * sent even if no page is open. The worker cannot read the session's storage, so the session is copied to the database for it until
 * the session ends.
 */
async function requestSync(userId: string): Promise<void> {
  void requestPersistence()
  const token = sessionStore.get()?.token
  if (!token || !canCache() || !('serviceWorker' in navigator)) return
  try {
    const registration = (await navigator.serviceWorker.getRegistration()) as SyncRegistration | undefined
    if (!registration?.sync) return
    await (await openCacheDb()).put('session', { id: 'sending', token, userId })
    await registration.sync.register(outboxName)
  } catch {
    // Background Sync is not permitted here, for example in a private window; the next page sends the queued entries.
  }
}

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
