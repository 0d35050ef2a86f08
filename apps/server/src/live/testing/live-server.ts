import { randomUUID } from 'node:crypto'
import type { FeedEvent } from '@muster/contract/feed.ts'
import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { createEventHandlers } from '../../app/event-handlers.ts'
import { eventRules } from '../../app/events.ts'
import { openDatabase } from '../../db/database.ts'
import { hashToken } from '../../lib/secrets.ts'
import { createSessions } from '../../rpc/sessions.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { FeedAccess } from '../access.ts'
import type { FeedEntry } from '../entry.ts'
import { findRule } from '../event-rules.ts'
import { createFeedHub } from '../hub.ts'
import type { LiveLimits } from '../limits.ts'
import type { LiveLog } from '../log.ts'
import type { HistoryReader } from '../reader/replication.ts'
import { createFeedReader, type FeedReader } from '../reader.ts'
import { registerLive } from '../route.ts'
import { createLiveClient, type LiveClient, type LiveClientOptions } from './live-client.ts'

export const silentLog: LiveLog = { info() {}, warn() {}, error() {} }

/** Starts a node of Muster that serves only the feed, with its own database. */
export async function startLiveServer(
  limits: Partial<LiveLimits> = {},
  options: { readonly history?: HistoryReader } = {},
) {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { size: 5 })
  const reader = createFeedReader({ url: database.url, log: silentLog, idlePollMs: 200, ...options })
  db.onFeedWritten(reader.wake)
  const sessions = createSessions({ db, sessionDays: 30 })
  const handlers = createEventHandlers({
    sessions,
    zones: noCaches,
    zoneShapes: noCaches,
    members: noCaches,
    actorZones: noCaches,
    trackers: noCaches,
    badgeKeys: noCaches,
    map: { forget() {}, forgetAll() {} },
  })
  reader.subscribe({
    onEvents: entries => {
      for (const entry of entries) handlers.handle(entry)
    },
    onBroken: handlers.forgetEverything,
    onRecovered: handlers.forgetEverything,
    onSkipped: handlers.forgetEverything,
  })
  const hub = createFeedHub({
    reader,
    pool: db.pool,
    sessions,
    access: createZoneAccess(db.pool),
    log: silentLog,
    limits,
  })
  const app = Fastify()
  registerLive(app, hub)
  await reader.start()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `ws://127.0.0.1:${port}/live`
  const clients: LiveClient[] = []

  return {
    url,
    database,
    db,
    sessions,
    reader,
    hub,
    connect(options: Partial<LiveClientOptions> = {}): LiveClient {
      const client = createLiveClient(url, options)
      clients.push(client)
      return client
    },
    /** Closes the app and all its sockets; the database remains until `stop` is called. */
    closeApp: () => app.close(),
    async stop() {
      for (const client of clients) client.terminate()
      await app.close()
      await reader.stop()
      await db.close()
      await database.drop()
    },
  }
}

const noCaches = { forgetUser() {}, forgetZone() {}, forgetAbout() {}, forgetAll() {} }

/** Time in milliseconds after which a `worker`'s grant for a zone must be renewed. */
const WORKER_INTERVAL_MS = 100

/**
 * Creates simple access rules: members of a zone may follow it; `app_user` members see only their own entries and exits, and a
 * `worker`'s grant must be renewed after `WORKER_INTERVAL_MS`.
 */
function createZoneAccess(pool: pg.Pool): FeedAccess<{ userId: string; role: string }> {
  return {
    async grant(session, topics) {
      const { rows } = await pool.query<{ topic: string; role: string }>(
        `select 'zone:' || zone_id as topic, role from zone_assignments
          where user_id = $1 and 'zone:' || zone_id = any($2)`,
        [session.userId, topics],
      )
      const { userId } = session
      return {
        granted: rows.map(({ topic, role }) => ({
          topic,
          viewer: { userId, role },
          until: role === 'worker' ? Date.now() + WORKER_INTERVAL_MS : undefined,
        })),
        denied: topics.filter(topic => !rows.some(row => row.topic === topic)),
      }
    },
    maySee: (viewer, event) =>
      viewer.role !== 'app_user' || event.kind !== 'presence.changed' || event.userId === viewer.userId,
    revokes: (event, session) => findRule(eventRules, event)?.closes?.(event, session) ?? [],
    regrants: event => findRule(eventRules, event)?.regrants,
  }
}

let personCount = 0

/** Creates a person with an active session. */
export async function addPerson(pool: pg.Pool): Promise<{ userId: string; token: string; topic: string }> {
  const personNumber = ++personCount
  const { rows } = await pool.query<{ id: string }>(
    `insert into auth.users (name, email, sign_up) values ($1, $2, $3) returning id`,
    [
      `Person ${personNumber}`,
      `person${personNumber}@example.org`,
      { firstName: 'Person', lastName: String(personNumber), userCode: `LIVE${personNumber}` },
    ],
  )
  const userId = rows[0]?.id ?? ''
  // Triggers are off, because the consent event would reach clients that count the events of their test.
  await pool.query(`do $$ begin
    set local session_replication_role = replica;
    insert into consents (user_id, decision, text_version, retention_days, asked_at)
      values ('${userId}', 'given', 1, 90, 'sign_up');
  end $$`)
  const token = await addSession(pool, userId)
  return { userId, token, topic: userTopic(userId) }
}

export async function addSession(pool: pg.Pool, userId: string, expires = '30 days'): Promise<string> {
  const token = randomUUID()
  await pool.query(
    `insert into auth.sessions (user_id, token, expires_at) values ($1, $2, now() + $3::interval)`,
    [userId, hashToken(token), expires],
  )
  return token
}

/** Creates a zone and returns it with its topic. */
export async function addZone(pool: pg.Pool): Promise<{ zoneId: string; topic: string }> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
      values ('Yard', 'rectangle', 0, 0, 1, 1) returning id`,
  )
  const zoneId = rows[0]?.id ?? ''
  return { zoneId, topic: zoneTopic(zoneId) }
}

export async function addMember(pool: pg.Pool, zoneId: string, userId: string, role = 'zone_manager_rw') {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Triggers are off, because these tests write every feed event themselves.
    await client.query(`set local session_replication_role = 'replica'`)
    await client.query(`insert into zone_assignments (zone_id, user_id, role) values ($1, $2, $3)`, [
      zoneId,
      userId,
      role,
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Creates an event with a distinguishing number. */
export function createNumberedEvent(zoneId: string, number: number, userId = zoneId): FeedEvent {
  return {
    kind: 'presence.changed',
    zoneId,
    userId,
    change: 'left',
    was: 'inside',
    listed: null,
    at: '2026-01-01T00:00:00.000Z',
    entryTime: null,
    durationMinutes: number,
    name: null,
    role: null,
    accuracyMeters: null,
    source: 'manual',
    visitId: null,
  }
}

export function readNumber(event: FeedEvent): number {
  return event.kind === 'presence.changed' ? (event.durationMinutes ?? Number.NaN) : Number.NaN
}

/** Collects everything the reader delivers from now on. */
export function collectEntries(reader: FeedReader): FeedEntry[] {
  const entries: FeedEntry[] = []
  reader.subscribe({ onEvents: page => entries.push(...page) })
  return entries
}

/** Opens a separate connection for transactions that stay open. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const INSERT_EVENT = 'insert into feed_events (topic, kind, payload) values ($1, $2, $3)'

/** Writes an event in the client's current transaction. */
export async function writeEvent(
  client: pg.Client | pg.Pool,
  topic: string,
  { kind, ...payload }: FeedEvent,
) {
  await client.query(INSERT_EVENT, [topic, kind, payload])
}
