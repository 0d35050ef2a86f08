import { sessionStore } from '../lib/session-store.ts'
import { askToPersist } from './ask-to-persist.ts'
import { canKeep, keptDb } from './kept-db.ts'
import { outboxName } from './outbox-lock.ts'

/** Background Sync, which not every browser has and the types of the library do not. */
type Syncing = { readonly sync?: { register: (tag: string) => Promise<void> } }

/**
 * Has the browser wake the service worker when there is a network again, so that what waits is sent while no page is open, too. The worker
 * cannot read where the session is kept: it is told here, until the session ends.
 */
export async function askForSync(userId: string): Promise<void> {
  void askToPersist()
  const token = sessionStore.get()?.token
  if (!token || !canKeep() || !('serviceWorker' in navigator)) return
  try {
    const registration = (await navigator.serviceWorker.getRegistration()) as Syncing | undefined
    if (!registration?.sync) return
    await (await keptDb()).put('session', { id: 'sending', token, userId })
    await registration.sync.register(outboxName)
  } catch {
    // Not allowed here, or not in a private window: what waits is sent by the next page.
  }
}
