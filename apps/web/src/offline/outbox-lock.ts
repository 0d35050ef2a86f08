import type { OutboxEntry } from './outbox-entry.ts'

/** The name of the lock, of the channel between tabs and of the tag of background sync. */
export const outboxName = 'muster.outbox'

/** What is told on the channel. The service worker has no page: it names what it sent, for those that wait for the answer. */
export type OutboxNews = 'changed' | { entry: OutboxEntry; answer: unknown }

/** Runs `act` unless another tab or the service worker is at it: then that one sends. */
export async function sendAlone(act: () => Promise<void>): Promise<void> {
  // A page that came over plain HTTP has no locks; then two tabs may both send, which does no harm.
  if (!navigator.locks) return act()
  await navigator.locks.request(outboxName, { ifAvailable: true }, lock => (lock ? act() : undefined))
}
