import type { FeedEvent, ServerMessage } from '@muster/contract/feed.ts'
import { encode, type FeedEntry } from '../entry.ts'
import { createBatch } from '../event-batch.ts'
import type { Wire } from '../wire.ts'
import type { Backlog } from './backlog.ts'
import type { SocketSession } from './socket-session.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Switchboard } from './switchboard.ts'

export type Delivery = ReturnType<typeof createDelivery>

type Parts<Viewer> = {
  readonly hub: Pick<Switchboard<Viewer>, 'access' | 'sent'>
  readonly wire: Wire
  readonly session: SocketSession
  readonly subscriptions: Subscriptions
  readonly backlog: Backlog
  /** Called if an event changed what the person may follow, or even who they are. */
  readonly onRegrant: (what: 'topics' | 'person') => void
}

/** Creates the part of a connection that sends its socket the events the person may see, in feed order. */
export function createDelivery<Viewer>(parts: Parts<Viewer>) {
  const { hub, wire, session, subscriptions, backlog, onRegrant } = parts
  const batch = createBatch(wire.send)

  function sendMessage(message: ServerMessage) {
    batch.flush()
    wire.send(encode(message))
  }

  function findVisibleEvent(entry: FeedEntry): FeedEvent | undefined {
    const visibleEvent = backlog.isSeen(entry.cursor) ? undefined : subscriptions.visiblePart(entry)
    if (visibleEvent) hub.sent()
    return visibleEvent
  }

  /**
   * Sends an event. Transient events are merged while the socket keeps up with the hub; all other events are sent immediately,
   * after the merged ones.
   */
  function send(entry: FeedEntry, visibleEvent: FeedEvent): Promise<void> | undefined {
    const merge = backlog.isBusy ? undefined : hub.access.merges?.(visibleEvent)
    if (!merge) {
      batch.flush()
      return backlog.isBusy ? wire.sendPaced(entry.wire(visibleEvent)) : wire.send(entry.wire(visibleEvent))
    }
    batch.add({ topic: entry.topic, cursor: entry.cursor, event: visibleEvent }, merge)
    return undefined
  }

  return {
    say: sendMessage,
    /** Applies what the entry changes: it may end the session, revoke topics, or require the grants to be read again. */
    pass(entry: FeedEntry): Promise<void> | undefined {
      if (!session.current) return undefined
      const isRevoked = hub.access.revokes(entry.event, session.current)
      if (isRevoked === 'session') {
        wire.close('revoked')
        return undefined
      }
      const visibleEvent = findVisibleEvent(entry)
      const pause = visibleEvent && send(entry, visibleEvent)
      if (isRevoked.length > 0)
        for (const topic of subscriptions.drop(isRevoked)) sendMessage({ type: 'closed-topic', topic })
      const regrant = subscriptions.isOwn(entry.topic) ? hub.access.regrants(entry.event) : undefined
      if (regrant) onRegrant(regrant)
      return pause
    },
    /** Sends a replayed entry. Replayed entries are older than the grants that were read, so they revoke nothing. */
    async replay(entry: FeedEntry) {
      const visibleEvent = findVisibleEvent(entry)
      if (visibleEvent) await wire.sendPaced(entry.wire(visibleEvent))
      backlog.moveTo(entry.cursor)
    },
    flush: batch.flush,
    stop: batch.stop,
  }
}
