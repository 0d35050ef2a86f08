import type { Parts } from './parts.ts'

/** Reads the grants again. The client always gets a reply after a `watch`, but after an event only if it lost or gained topics. */
export async function renewGrants(parts: Omit<Parts, 'hub'>, cause: 'watch' | 'event'): Promise<void> {
  const { wire, session, subscriptions, backlog, delivery } = parts
  if (!session.current) return
  const { denied, lost, hasNew } = await subscriptions.readGrants(session.current)
  if (wire.closed) return
  if (cause === 'event') {
    for (const topic of lost) delivery.say({ type: 'closed-topic', topic })
    if (!hasNew) return
  }
  delivery.say({
    type: 'watching',
    cursor: String(backlog.cursor),
    topics: subscriptions.topics,
    denied,
  })
}
