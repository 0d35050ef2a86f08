import type { Role } from '@muster/domain/role.ts'
import type { Database } from '../db/database.ts'
import { makeRoom } from '../lib/make-room.ts'
import { fail } from './fail.ts'
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
   * is held: the hot way then makes no promise. Rejects with TWO_STEP_REQUIRED where the session may do nothing before its
   * person has set up a second step; whoever serves just that says so.
   */
  resolve(
    token: string,
    also?: typeof whileTwoStepIsDue | false,
  ): ActiveSession | Promise<ActiveSession | null>
  /** The session of the token where it is held, may be trusted and is good for everything. */
  held(token: string): ActiveSession | undefined
  /** Forgets one session, or all sessions of a user: the next request reads the database again. */
  forget(what: { sessionId: string } | { userId: string }): void
  forgetAll(): void
}

export const whileTwoStepIsDue = 'also while two-step is due'

type Options = {
  db: Database
  /** How long a session lasts after its last renewal, in days. */
  sessionDays: number
  /** From when on a second step is asked of who looks after others; null: never. */
  twoStepRequiredFrom?: Date | null
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
export function createSessions({
  db,
  sessionDays,
  twoStepRequiredFrom = null,
  mayHold = () => true,
  now = Date.now,
}: Options): Sessions {
  const held = new Map<string, Found & { until: number }>()
  const loading = new Map<string, Promise<Found | null>>()
  // Counts forgettings: an answer read before one must not be held after it.
  let generation = 0

  async function load(token: string): Promise<Found | null> {
    const begun = generation
    const found = await read({ db, sessionDays, twoStepRequiredFrom }, token, now())
    if (found && begun === generation && mayHold()) {
      makeRoom(held, MOST)
      held.set(token, { ...found, until: Math.min(now() + KEEP, found.session.expiresAt) })
    }
    return found
  }

  function heldOf(token: string): ActiveSession | undefined {
    const entry = held.get(token)
    return entry && !entry.due && entry.until > now() && mayHold() ? entry.session : undefined
  }

  async function judge(found: Promise<Found | null>, also: unknown): Promise<ActiveSession | null> {
    const it = await found
    if (it?.due && also !== whileTwoStepIsDue) throw fail('TWO_STEP_REQUIRED')
    return it?.session ?? null
  }

  return {
    held: heldOf,
    resolve(token, also) {
      const known = heldOf(token)
      if (known) return known
      let pending = loading.get(token)
      if (!pending) {
        pending = load(token).finally(() => loading.delete(token))
        loading.set(token, pending)
      }
      return judge(pending, also)
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

type Found = {
  readonly session: ActiveSession
  /** Nothing may be done with it before a second step is set up. */
  readonly due: boolean
}

async function read(
  { db: { pool }, sessionDays, twoStepRequiredFrom }: Required<Omit<Options, 'mayHold' | 'now'>>,
  token: string,
  now: number,
): Promise<Found | null> {
  const row = await findSession(pool, token, twoStepRequiredFrom)
  if (!row) return null
  let expiresAt = row.expires_at
  if (now - row.updated_at.getTime() > RENEW_AFTER) {
    expiresAt = new Date(now + sessionDays * DAY)
    await renewSession(pool, row.id, { now: new Date(now), expiresAt })
  }
  const { id: sessionId, user_id: userId, role, email } = row
  return {
    session: { sessionId, userId, role, email, expiresAt: expiresAt.getTime() },
    due: row.two_step_due,
  }
}
