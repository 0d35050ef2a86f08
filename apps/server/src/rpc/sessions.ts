import type { Role } from '@muster/domain/role.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
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

export type Sessions = {
  /**
   * Null if unknown, expired or inactive. Synchronous for cached sessions: the hot path creates no promise. Rejects with
   * TWO_STEP_REQUIRED unless `also` allows that.
   */
  resolve(
    token: string,
    also?: typeof ALLOW_TWO_STEP_DUE | false,
  ): ActiveSession | Promise<ActiveSession | null>
  /** The cached session of the token, if the cache is trusted and no second step is due. */
  held(token: string): ActiveSession | undefined
  /** Forgets one session, or all sessions of a user, so that the next request reads the database. */
  forget(what: { sessionId: string } | { userId: string }): void
  forgetAll(): void
}

export const ALLOW_TWO_STEP_DUE = 'also while two-step is due'

type Options = {
  db: Database
  /** Duration of a session after its last renewal, in days. */
  sessionDays: number
  /** Time from which people who are responsible for others need a second step; null for never. */
  twoStepRequiredFrom?: Date | null
  /** False while the feed is not followed; every request then reads the database. */
  mayCache?: () => boolean
  now?: () => number
}

/**
 * Minimum milliseconds between renewals of a session, because each renewal is a write. This is also the precision with which a
 * device's last use is shown to its owner.
 */
const RENEW_AFTER_MS = 15 * 60_000

type ResolvedSession = {
  readonly session: ActiveSession
  /** True if the session is limited to setting up a second step. */
  readonly due: boolean
}

/**
 * Cached. Sliding expiry: used over a quarter of an hour after the last renewal, a session is renewed to `sessionDays`. The feed
 * calls `forget` when one ends or its user changes.
 */
export function createSessions({
  db: { pool },
  sessionDays,
  twoStepRequiredFrom = null,
  mayCache: canCache,
  now = Date.now,
}: Options): Sessions {
  // A whole site connects at once at the start of a shift or after a restart, so its sessions are loaded in batches.
  const readRow = gatherLoads(tokens => findSessions(pool, tokens, twoStepRequiredFrom))
  const cache = createCache<ResolvedSession>({
    mayCache: canCache,
    now,
    load,
    // Sessions of people who must first set up a second step are read each time, because they may have done so on another node a
    // moment ago.
    findEnd: ({ session, due }) => (due ? 0 : session.expiresAt),
    listTopics: ({ session: { sessionId, userId } }) => [`session ${sessionId}`, `user ${userId}`],
  })

  async function load(token: string): Promise<ResolvedSession | null> {
    const row = await readRow(token)
    if (!row) return null
    let expiresAt = row.expires_at
    const at = now()
    if (at - row.updated_at.getTime() > RENEW_AFTER_MS) {
      expiresAt = new Date(at + sessionDays * DAY_MS)
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
    resolve(token, allowance) {
      const cachedSession = cache.get(token)
      if (!(cachedSession instanceof Promise)) return cachedSession.session
      return cachedSession.then(it => {
        if (it?.due && allowance !== ALLOW_TWO_STEP_DUE) throw fail('TWO_STEP_REQUIRED')
        return it?.session ?? null
      })
    },
    forget: target =>
      cache.forgetAbout('sessionId' in target ? `session ${target.sessionId}` : `user ${target.userId}`),
    forgetAll: cache.forgetAll,
  }
}
