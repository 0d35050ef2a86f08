import type { ActiveSession } from '../../rpc/sessions.ts'
import { type Cursor, parseCursor } from '../cursor.ts'
import { canReplay, type ReplayRequest, replay } from '../replay.ts'
import type { Hello } from './incoming.ts'
import type { Parts } from './parts.ts'

/** Answers a hello with the identity, the grants of the requested topics, and the events missed since the client's cursor. */
export async function greet(
  parts: Parts,
  hello: Hello,
  admit: (session: ActiveSession) => boolean,
): Promise<void> {
  const { hub, wire, session, subscriptions, backlog, delivery } = parts
  const activeSession = await session.open(hello.token)
  if (!activeSession) return
  if (!admit(activeSession)) return wire.close('tooMany')
  const startCursor = hub.cursor
  backlog.moveTo(startCursor)
  const { denied } = await subscriptions.readGrants(activeSession)
  // Check the session again now that the person's own topic is watched, because it may have ended in between.
  if (wire.closed || !(await session.renew()) || wire.closed) return

  const { topics } = subscriptions
  const missedRange = await findMissed(hub, hello, { topics, upTo: startCursor })
  if (wire.closed) return
  if (missedRange) backlog.moveTo(missedRange.since)
  const isAhead = missedRange !== null && missedRange.since > startCursor
  if (isAhead) backlog.skipUpTo(missedRange.since)
  delivery.say({
    type: 'ready',
    version: hello.version,
    epoch: hub.epoch,
    cursor: String(backlog.cursor),
    resumed: missedRange !== null,
    topics,
    denied,
  })
  if (isAhead) return
  if (missedRange) await replayMissed(parts, missedRange)
  backlog.moveTo(startCursor)
}

/** Null if the client starts fresh, has a cursor from another epoch, or missed more than is replayed. */
async function findMissed(
  hub: Parts['hub'],
  hello: Hello,
  range: { topics: string[]; upTo: Cursor },
): Promise<ReplayRequest | null> {
  const since = hello.since === undefined ? null : parseCursor(hello.since)
  if (since === null || hello.epoch === undefined || !hub.isContinued(hello.epoch, since)) return null
  const request = { ...range, since }
  return (await canReplay(hub.pool, request, hub.limits.replayed)) ? request : null
}

async function replayMissed({ hub, wire, delivery }: Parts, request: ReplayRequest) {
  const pages = replay(hub.pool, request)
  while (!wire.closed) {
    const page = await pages.next()
    if (page.done) {
      if (page.value === 'gone') delivery.say({ type: 'resync', cursor: String(request.upTo) })
      return
    }
    for (const entry of page.value) await delivery.replay(entry)
  }
}
