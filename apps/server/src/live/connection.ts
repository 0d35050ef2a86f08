import type { ClientMessage, FeedEvent, ServerMessage } from '@muster/contract/feed.ts'
import { userTopic } from '@muster/contract/topic.ts'
import { ORPCError } from '@orpc/server'
import type pg from 'pg'
import type { WebSocket } from 'ws'
import type { ActiveSession, Sessions } from '../rpc/sessions.ts'
import type { FeedAccess, Grant } from './access.ts'
import { boundArriving } from './bound-arriving.ts'
import { type Cursor, parseCursor } from './cursor.ts'
import { encode, type FeedEntry } from './entry.ts'
import { createGathered } from './gathered.ts'
import type { Greetings } from './greetings.ts'
import type { LiveLimits } from './limits.ts'
import type { LiveLog } from './log.ts'
import { bytesOf, readMessage } from './read-message.ts'
import { canReplay, type ReplayRequest, replay } from './replay.ts'
import { type CloseReason, createWire, type Line } from './wire.ts'

/** The part of the hub that a connection uses. */
export type Switchboard<Viewer> = {
  readonly pool: pg.Pool
  readonly sessions: Sessions
  readonly access: FeedAccess<Viewer>
  readonly limits: LiveLimits
  readonly log: LiveLog
  readonly greetings: Greetings
  readonly epoch: string
  /** The last entry of the feed that was handed to all connections watching its topic. */
  readonly cursor: Cursor
  /** From now on the connection takes the entries of exactly these topics. */
  watch(connection: Connection, topics: ReadonlySet<string>): void
  /** May this session have one more socket? */
  admit(connection: Connection, session: ActiveSession): boolean
  sent(): void
  left(connection: Connection, reason: CloseReason | undefined): void
}

/** One socket. */
export type Connection = {
  /** The next entry of a topic it watches. */
  take(entry: FeedEntry): void
  /** Frames sent from now on go out in one write, at the release. */
  hold(): void
  release(): void
  /** Every so often: finds dead sockets, grants and sessions that ran out. */
  beat(now: number): void
  close(reason: CloseReason): void
}

type Hello = Extract<ClientMessage, { type: 'hello' }>
type Task = () => Promise<void>

/**
 * Serves one socket: greets it, replays what it missed, passes on its events.
 *
 * Entries are passed on at once, except while a task runs (a grant is asked for, a replay goes on): then they wait in
 * the queue and are judged by the grants that the task brought. So nobody sees with an old role what came after it
 * changed. Tasks never overlap.
 *
 * Why no revocation is missed: a connection watches its topics, the person's own included, before their grants are
 * read from the database. A revocation that commits after that read is an entry after the cursor watched from, and
 * is taken; one that committed before is in what was read.
 */
export function createConnection<Viewer>(
  hub: Switchboard<Viewer>,
  socket: WebSocket,
  line: Line,
  address: string,
): Connection {
  const { access, limits } = hub
  const wire = createWire(socket, line, limits, reason => {
    clearTimeout(greeting)
    gathered.stop()
    queue.length = 0
    tasks.length = 0
    hub.left(connection, reason)
  })
  const greeting = setTimeout(() => wire.close('helloMissing'), limits.helloMs)

  const gathered = createGathered(wire.send)

  let greeted = false
  let token = ''
  let session: ActiveSession | undefined
  let own = ''
  let wanted: readonly string[] = []
  let granted = new Map<string, Grant<Viewer> | null>()
  /** Entries up to here were seen already, on a node that was ahead of this one. */
  let known: Cursor | undefined
  /** While working: the last entry passed on. Otherwise the hub's cursor is. */
  let passed = hub.cursor

  const queue: FeedEntry[] = []
  const tasks: Task[] = []
  let working = false
  let pongDue = false
  let watchDue = false

  let alive = true
  let checkedAt = Date.now()

  function say(message: ServerMessage) {
    gathered.flush()
    wire.send(encode(message))
  }

  /** The cursor to which everything of this socket's topics was sent. */
  function cursor(): string {
    const reached = working ? passed : hub.cursor
    return String(known !== undefined && known > reached ? known : reached)
  }

  function begin(task: Task, place: 'next' | 'last' = 'last') {
    if (place === 'next') tasks.unshift(task)
    else tasks.push(task)
    if (working) return
    gathered.flush()
    passed = hub.cursor
    working = true
    work().catch(error => {
      hub.log.warn({ err: error }, 'feed: a socket could not be served')
      wire.close('unavailable')
    })
  }

  async function work() {
    while (!wire.closed) {
      const task = tasks.shift()
      if (task) {
        await task()
        continue
      }
      const entry = queue.shift()
      if (!entry) break
      const pause = pass(entry, wire.sendPaced)
      passed = entry.cursor
      if (pause) await pause
    }
    working = false
    if (pongDue) pong()
  }

  function pong() {
    pongDue = false
    say({ type: 'pong', cursor: cursor() })
  }

  /** Passes the entry on if it may be seen, and draws the consequences if it takes something away. */
  function pass(
    entry: FeedEntry,
    send: (data: Buffer) => Promise<void> | undefined,
  ): Promise<void> | undefined {
    if (!session) return undefined
    const lost = access.revokes(entry.event, session)
    if (lost === 'session') {
      wire.close('revoked')
      return undefined
    }
    const part = visible(entry)
    const merge = part && !working && access.merges?.(part)
    if (merge) gathered.add({ topic: entry.topic, cursor: entry.cursor, event: part }, merge)
    else if (part) gathered.flush()
    const pause = part && !merge ? send(wireOf(entry, part)) : undefined
    if (lost.length > 0) drop(lost)
    const anew = entry.topic === own ? access.regrants(entry.event) : undefined
    if (anew) {
      begin(async () => {
        if (anew === 'person' && !(await renew())) return
        await grantAnew('event')
      }, 'next')
    }
    return pause
  }

  /** Answers the part of the entry that this socket is sent: nothing, all, or what its viewer may see. */
  function visible(entry: FeedEntry): FeedEvent | undefined {
    if (known !== undefined) {
      if (entry.cursor <= known) return undefined
      known = undefined
    }
    const grant = granted.get(entry.topic)
    if (grant === undefined) return undefined
    const part = grant === null || access.maySee(grant.viewer, entry.event)
    if (part === false) return undefined
    hub.sent()
    return part === true ? entry.event : part
  }

  function drop(topics: readonly string[]) {
    for (const topic of topics) {
      if (topic !== own && granted.delete(topic)) say({ type: 'closed-topic', topic })
    }
    hub.watch(connection, new Set(granted.keys()))
  }

  /** The session of the token; the socket closes where it is for nothing but setting up the second step. */
  async function findSession() {
    try {
      return await hub.sessions.resolve(token)
    } catch (error) {
      if (!(error instanceof ORPCError) || error.code !== 'TWO_STEP_REQUIRED') throw error
      wire.close('twoStepDue')
      return null
    }
  }

  /** Looks the session up again; closes and answers false when it is over. */
  async function renew(): Promise<boolean> {
    const found = await findSession()
    checkedAt = Date.now()
    if (found?.userId === session?.userId && found) {
      session = found
      return true
    }
    wire.close('revoked')
    return false
  }

  /** Asks for the grants of all wanted topics; watches them meanwhile, so that their entries wait in the queue. */
  async function readGrants(): Promise<string[]> {
    if (!session) return []
    hub.watch(connection, new Set([own, ...wanted]))
    const asked = wanted.filter(topic => topic !== own)
    const answer = asked.length > 0 ? await access.grant(session, asked) : { granted: [] }
    if (wire.closed) return []
    granted = new Map([[own, null]])
    const known = new Set(asked)
    for (const grant of answer.granted) if (known.has(grant.topic)) granted.set(grant.topic, grant)
    hub.watch(connection, new Set(granted.keys()))
    return asked.filter(topic => !granted.has(topic))
  }

  /** `watch`: the client asked and is always answered. `event`: it is told of what it lost or gained. */
  async function grantAnew(cause: 'watch' | 'event') {
    if (cause === 'watch') watchDue = false
    const before = granted
    const asked = new Set(wanted)
    const denied = await readGrants()
    if (wire.closed) return
    if (cause === 'event') {
      for (const topic of before.keys()) {
        if (asked.has(topic) && !granted.has(topic)) say({ type: 'closed-topic', topic })
      }
      if ([...granted.keys()].every(topic => before.has(topic))) return
    }
    say({ type: 'watching', cursor: cursor(), topics: [...granted.keys()], denied })
  }

  async function open(hello: Hello) {
    token = hello.token
    const found = await findSession()
    if (wire.closed) return
    if (!found) return wire.close('unauthorized')
    session = found
    own = userTopic(found.userId)
    if (!hub.admit(connection, found)) return wire.close('tooMany')
    const from = hub.cursor
    passed = from
    const denied = await readGrants()
    // Once more, now that the own topic is watched: it may have ended in between.
    if (wire.closed || !(await renew()) || wire.closed) return

    const missed = await findMissed(hello, from)
    if (wire.closed) return
    if (missed) passed = missed.since
    const ahead = missed !== null && missed.since > from
    if (ahead) known = missed.since
    say({
      type: 'ready',
      version: hello.version,
      epoch: hub.epoch,
      cursor: cursor(),
      resumed: missed !== null,
      topics: [...granted.keys()],
      denied,
    })
    if (missed && !ahead) await replayMissed(missed)
    if (!ahead) passed = from
  }

  async function findMissed(hello: Hello, upTo: Cursor): Promise<ReplayRequest | null> {
    const since = hello.since === undefined ? null : parseCursor(hello.since)
    if (since === null || hello.epoch !== hub.epoch) return null
    const request = { topics: [...granted.keys()], since, upTo }
    return (await canReplay(hub.pool, request, limits.replayed)) ? request : null
  }

  /** Replayed events are older than the grants that were read, so they take nothing away any more. */
  async function replayMissed(request: ReplayRequest) {
    const pages = replay(hub.pool, request)
    while (!wire.closed) {
      const page = await pages.next()
      if (page.done) {
        if (page.value === 'gone') say({ type: 'resync', cursor: String(request.upTo) })
        return
      }
      for (const entry of page.value) {
        const part = visible(entry)
        if (part) await wire.sendPaced(wireOf(entry, part))
        passed = entry.cursor
      }
    }
  }

  const arriving = boundArriving(socket, line, {
    limits,
    isKnown: () => session !== undefined,
    onOver: () => wire.close('tooMany'),
  })
  socket.on('message', (data, isBinary) => {
    if (wire.closed) return
    alive = true
    if (!greeted && !hub.greetings.hears(address, bytesOf(data))) return wire.close('tooMany')
    const message = readMessage(data, isBinary)
    if (typeof message === 'string') return wire.close(message)
    if ((message.type === 'hello') === greeted) return wire.close('malformed')
    if (message.type === 'hello') {
      greeted = true
      wanted = [...new Set(message.topics)]
      clearTimeout(greeting)
      begin(() => open(message))
    } else if (message.type === 'watch') {
      wanted = [...new Set(message.topics)]
      // One answer to several lists in a row: the last one counts.
      if (watchDue) return
      watchDue = true
      begin(() => grantAnew('watch'))
    } else {
      pongDue = true
      if (!working) pong()
    }
  })
  socket.on('pong', () => {
    alive = true
  })
  // A message too large or a broken frame: the library closes with the standard's code, and this must not stay unheard.
  socket.on('error', () => {
    const timer = setTimeout(() => socket.terminate(), limits.goodbyeMs)
    socket.once('close', () => clearTimeout(timer))
  })

  const connection: Connection = {
    hold: () => line.cork(),
    release: () => line.uncork(),
    take(entry) {
      if (wire.closed || !session) return
      if (!working) {
        pass(entry, wire.send)
        return
      }
      if (access.revokes(entry.event, session) === 'session') return wire.close('revoked')
      queue.push(entry)
      if (queue.length > limits.queued) wire.close('tooSlow')
    },
    beat(now) {
      if (wire.closed) return
      if (!alive) {
        socket.terminate()
        return
      }
      alive = false
      arriving.beat()
      socket.ping()
      if (!session || working) return
      const ran = now >= session.expiresAt || now - checkedAt >= limits.sessionCheckMs
      const due = [...granted.values()].some(grant => grant?.until !== undefined && grant.until <= now)
      if (!ran && !due) return
      begin(async () => {
        if (ran && !(await renew())) return
        if (due) await grantAnew('event')
      })
    },
    close: wire.close,
  }
  return connection
}

/** Serialised once for all who see the whole event. */
const wireOf = (entry: FeedEntry, part: FeedEvent) =>
  part === entry.event ? entry.wire() : entry.wireOf(part)
