import type { Role } from '@muster/domain/role.ts'
import type { Database } from '../db/database.ts'
import { createCache } from '../lib/cache.ts'
import { gatherLoads } from '../lib/gather-loads.ts'
import { fail } from './fail.ts'
import { findSessions, renewSession } from './sessions.queries.ts'

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
   * is held: the hot path then makes no promise. Rejects with TWO_STEP_REQUIRED where the session may do nothing before its
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

type Found = {
  readonly session: ActiveSession
  /** Nothing may be done with it before a second step is set up. */
  readonly due: boolean
}

/**
 * Holds sessions in memory for the hot path. Sliding expiry: a session used more than a quarter of an hour after its last
 * renewal is renewed to `sessionDays` from now. The feed calls `forget` when a session ends or its user changes.
 */
export function createSessions({
  db: { pool },
  sessionDays,
  twoStepRequiredFrom = null,
  mayHold,
  now = Date.now,
}: Options): Sessions {
  // A whole site comes at once when the shift begins or a node was started: its sessions are read together.
  const readRow = gatherLoads(tokens => findSessions(pool, tokens, twoStepRequiredFrom))
  const cache = createCache<Found>({
    mayHold,
    now,
    load,
    // People who must do something first are read each time: they may have done it on another node a moment ago.
    endOf: ({ session, due }) => (due ? 0 : session.expiresAt),
    aboutOf: ({ session: { sessionId, userId } }) => [`session ${sessionId}`, `user ${userId}`],
  })

  async function load(token: string): Promise<Found | null> {
    const row = await readRow(token)
    if (!row) return null
    let expiresAt = row.expires_at
    const at = now()
    if (at - row.updated_at.getTime() > RENEW_AFTER) {
      expiresAt = new Date(at + sessionDays * DAY)
      await renewSession(pool, row.id, { now: new Date(at), expiresAt })
    }
    const { id: sessionId, user_id: userId, role, email } = row
    return {
      session: { sessionId, userId, role, email, expiresAt: expiresAt.getTime() },
      due: row.two_step_due,
    }
  }

  return {
    held: token => cache.held(token)?.session,
    resolve(token, also) {
      const found = cache.get(token)
      if (!(found instanceof Promise)) return found.session
      return found.then(it => {
        if (it?.due && also !== whileTwoStepIsDue) throw fail('TWO_STEP_REQUIRED')
        return it?.session ?? null
      })
    },
    forget: what =>
      cache.forgetAbout('sessionId' in what ? `session ${what.sessionId}` : `user ${what.userId}`),
    forgetAll: cache.forgetAll,
  }
}
