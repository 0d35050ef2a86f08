import type { Role } from '@muster/domain/role.ts'
import type { Database } from '../db/database.ts'
import { makeRoom } from '../lib/make-room.ts'
import { findSession, renewSession } from './sessions.queries.ts'

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

async function read(
  { pool }: Database,
  token: string,
  sessionDays: number,
  now: number,
): Promise<ActiveSession | null> {
  const row = await findSession(pool, token)
  if (!row) return null
  let expiresAt = row.expires_at
  if (now - row.updated_at.getTime() > RENEW_AFTER) {
    expiresAt = new Date(now + sessionDays * DAY)
    await renewSession(pool, row.id, { now: new Date(now), expiresAt })
  }
  const { id: sessionId, user_id: userId, role, email } = row
  return { sessionId, userId, role, email, expiresAt: expiresAt.getTime() }
}
