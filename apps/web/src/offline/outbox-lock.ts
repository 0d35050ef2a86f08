import type { OutboxEntry } from './outbox-entry.ts'

/** The name of the lock, of the channel between tabs and of the background sync tag. */
export const outboxName = 'muster.outbox'

/**
 * A message on the channel. 'changed': the stored entries have changed. The service worker has no page, so it passes each entry it
 * has sent to the tabs, which wait for the response.
 */
export type OutboxMessage = 'changed' | { entry: OutboxEntry; answer: unknown }

/** Runs `act` unless another tab or the service worker is already sending. */
export async function runExclusively(act: () => Promise<void>): Promise<void> {
  // Pages served over plain HTTP have no locks; two tabs may then both send, which does no harm.
  if (!navigator.locks) return act()
  await navigator.locks.request(outboxName, { ifAvailable: true }, lock => (lock ? act() : undefined))
}
