import type { Role } from '@muster/domain/role.ts'
import type { Database } from '../db/database.ts'
import { makeRoom } from '../lib/make-room.ts'

export type ActiveSession = {
  readonly sessionId: string
  readonly userId: string
  readonly role: Role
  readonly email: string
  readonly expiresAt: number
}

/** Which person a bearer token stands for. */
export type Sessions = {
  /**
   * The session of the token, or null when it is unknown, expired, or its user is not active. At once where the session
   * is held: the hot way then makes no promise.
   */
  resolve(token: string): ActiveSession | Promise<ActiveSession | null>
  /** The session of the token where it is held and may be trusted. */
  held(token: string): ActiveSession | undefined
  /** Forgets one session, or all sessions of a user: the next request reads the database again. */
  forget(what: { sessionId: string } | { userId: string }): void
  forgetAll(): void
}

type Options = {
  db: Database
  /** How long a session lasts after its last renewal, in days. */
  sessionDays: number
  /** Whether what changes is heard of: while the feed is not followed, every request reads the database. */
  mayHold?: () => boolean
  now?: () => number
}

const DAY = 86_400_000
/** Not at every use: each renewal is a write. It is also how exactly a person is told when a device was last used. */
const RENEW_AFTER = 15 * 60_000
/** A bound for the case that no event arrives; the feed drops a changed session much earlier. */
const KEEP = 30_000
const MOST = 100_000

/**
 * Holds sessions in memory for the hot way. Sliding expiry: a session used more than a quarter of an hour after its last
 * renewal is renewed to `sessionDays` from now. The feed calls `forget` when a session ends or its user changes.
 */
export function createSessions({ db, sessionDays, mayHold = () => true, now = Date.now }: Options): Sessions {
  const held = new Map<string, { session: ActiveSession; until: number }>()
  const loading = new Map<string, Promise<ActiveSession | null>>()
  // Counts forgettings: an answer read before one must not be held after it.
  let generation = 0

  async function load(token: string): Promise<ActiveSession | null> {
    const begun = generation
    const session = await read(db, token, sessionDays, now())
    if (session && begun === generation && mayHold()) {
      makeRoom(held, MOST)
      held.set(token, { session, until: Math.min(now() + KEEP, session.expiresAt) })
    }
    return session
  }

  function heldOf(token: string): ActiveSession | undefined {
    const entry = held.get(token)
    return entry && entry.until > now() && mayHold() ? entry.session : undefined
  }

  return {
    held: heldOf,
    resolve(token) {
      const known = heldOf(token)
      if (known) return known
      let pending = loading.get(token)
      if (!pending) {
        pending = load(token).finally(() => loading.delete(token))
        loading.set(token, pending)
      }
      return pending
    },
    forget(what) {
      generation++
      loading.clear()
      for (const [token, { session }] of held) {
        if ('sessionId' in what ? session.sessionId === what.sessionId : session.userId === what.userId)
          held.delete(token)
      }
    },
    forgetAll() {
      generation++
      loading.clear()
      held.clear()
    },
  }
}

type Row = { id: string; user_id: string; role: Role; email: string; expires_at: Date; updated_at: Date }

async function read(
  db: Database,
  token: string,
  sessionDays: number,
  now: number,
): Promise<ActiveSession | null> {
  // As owner: who somebody is must be known before they can act as themselves.
  const { rows } = await db.pool.query<Row>({
    name: 'session-by-token',
    text: `select s.id, s.user_id, s.expires_at, s.updated_at, p.role, p.email
      from auth.sessions s join user_profiles p on p.id = s.user_id
      where s.token = $1 and s.expires_at > now() and p.status = 'active'`,
    values: [token],
  })
  const row = rows[0]
  if (!row) return null
  let expiresAt = row.expires_at.getTime()
  if (now - row.updated_at.getTime() > RENEW_AFTER) {
    expiresAt = now + sessionDays * DAY
    // The zones entered by PIN stay open as long as the session.
    await db.pool.query(
      `with renewed as (update auth.sessions set expires_at = $2, updated_at = $3 where id = $1)
      update zone_entries set expires_at = $2 where session_id = $1`,
      [row.id, new Date(expiresAt), new Date(now)],
    )
  }
  return { sessionId: row.id, userId: row.user_id, role: row.role, email: row.email, expiresAt }
}
