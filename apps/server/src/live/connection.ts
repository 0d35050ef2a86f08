import type { WebSocket } from 'ws'
import { createBacklog } from './connection/backlog.ts'
import { createDelivery } from './connection/delivery.ts'
import { greet } from './connection/greet.ts'
import { createIncoming } from './connection/incoming.ts'
import { renewGrants } from './connection/renew-grants.ts'
import { createSocketSession } from './connection/socket-session.ts'
import { createSubscriptions } from './connection/subscriptions.ts'
import type { Connection, Switchboard } from './connection/switchboard.ts'
import { createWire, type TcpSocket } from './wire.ts'

/**
 * Serves one socket: greets it, replays missed events, and forwards new ones.
 *
 * Entries are forwarded immediately, except while a task (reading grants or a replay) is running. They are then queued, and
 * filtered by the grants that the task has read, so that an event after a role change is never judged by the old role. Only an
 * entry that ends the session takes effect immediately. Tasks never overlap.
 *
 * No revocation is missed: a connection watches its topics, including the person's own, before their grants are read from the
 * database. A revocation that commits after that read arrives as an entry after the watched cursor; one that committed earlier
 * is included in the read.
 */
export function createConnection<Viewer>(
  hub: Switchboard<Viewer>,
  socket: WebSocket,
  tcpSocket: TcpSocket,
  address: string,
): Connection {
  const { access, limits } = hub
  const wire = createWire(socket, tcpSocket, limits, reason => {
    incoming.stop()
    delivery.stop()
    backlog.clear()
    hub.left(connection, reason)
  })
  const session = createSocketSession(hub.sessions, wire)
  const subscriptions = createSubscriptions(access, topics => hub.watch(connection, topics))
  const backlog = createBacklog({
    hub,
    isClosed: () => wire.closed,
    onBusy: () => delivery.flush(),
    pass: entry => delivery.pass(entry),
    onIdle: () => isPongDue && pong(),
    onFailure(error) {
      hub.log.warn({ err: error }, 'feed: a socket could not be served')
      wire.close('unavailable')
    },
  })
  const onRegrant = (scope: 'topics' | 'person') =>
    backlog.run(async () => {
      if (scope === 'topics' || (await session.renew())) await renewGrants(parts, 'event')
    }, 'next')
  const delivery = createDelivery({ hub, wire, session, subscriptions, backlog, onRegrant })
  const parts = { hub, wire, session, subscriptions, backlog, delivery }
  let isPongDue = false
  let isWatchDue = false

  function pong() {
    isPongDue = false
    delivery.say({ type: 'pong', cursor: String(backlog.cursor) })
  }

  const incoming = createIncoming(socket, tcpSocket, {
    ...{ limits, greetings: hub.greetings, address, wire },
    isKnown: () => session.current !== undefined,
    onHello(hello) {
      subscriptions.ask(hello.topics)
      backlog.run(() => greet(parts, hello, active => hub.admit(connection, active)))
    },
    onWatch(topics) {
      subscriptions.ask(topics)
      // Several lists in a row get one reply, because only the last one takes effect.
      if (isWatchDue) return
      isWatchDue = true
      backlog.run(() => {
        isWatchDue = false
        return renewGrants(parts, 'watch')
      })
    },
    onPing() {
      isPongDue = true
      if (!backlog.isBusy) pong()
    },
  })

  const connection: Connection = {
    buffer: () => tcpSocket.cork(),
    flush: () => tcpSocket.uncork(),
    take(entry) {
      if (wire.closed || !session.current) return
      if (!backlog.isBusy) {
        delivery.pass(entry)
        return
      }
      if (access.revokes(entry.event, session.current) === 'session') return wire.close('revoked')
      if (backlog.add(entry) > limits.queued) wire.close('tooSlow')
    },
    checkTimeouts(now) {
      if (wire.closed) return
      if (!incoming.beat()) return socket.terminate()
      if (!session.current || backlog.isBusy) return
      const isSessionDue = session.isDue(now, limits.sessionCheckMs)
      const isGrantDue = subscriptions.hasExpired(now)
      if (!isSessionDue && !isGrantDue) return
      backlog.run(async () => {
        if (isSessionDue && !(await session.renew())) return
        if (isGrantDue) await renewGrants(parts, 'event')
      })
    },
    close: wire.close,
  }
  return connection
}
