import { DAY_SECONDS, QUARTER_HOUR_SECONDS } from '@muster/domain/time-units.ts'
import type pg from 'pg'
import type { Database } from '../../db/database.ts'
import { createRecentKeys } from '../../lib/once-per.ts'
import { createRateLimit, type TakenAttempt } from '../../rpc/rate-limit.ts'
import { audit } from '../security/index.ts'

export type CodeAttemptLimit = {
  /** Throws TOO_MANY_REQUESTS if no attempt is left. The caller refunds the attempt if the code is correct. */
  take(userId: string): Promise<TakenAttempt>
  /** Logs an unknown code as a security event, at most once per person and 15 minutes on each node. */
  noteFailure(userId: string, zoneId: string): Promise<void>
}

/** Limits how many wrong codes one person may try: 10 in 15 minutes, 50 in a day. */
export function createCodeAttemptLimit(
  db: Pick<Database, 'asOwner'> & { readonly pool: pg.Pool },
): CodeAttemptLimit {
  const quarterHourLimit = createRateLimit(db.pool, {
    name: 'user-code',
    points: 10,
    seconds: QUARTER_HOUR_SECONDS,
  })
  const dayLimit = createRateLimit(db.pool, { name: 'user-code-day', points: 50, seconds: DAY_SECONDS })
  const loggedFailures = createRecentKeys(QUARTER_HOUR_SECONDS * 1_000)
  return {
    async take(userId) {
      const quarterHourAttempt = await quarterHourLimit.take(userId)
      const dayAttempt = await dayLimit.take(userId).catch(async error => {
        await quarterHourAttempt.refund()
        throw error
      })
      return {
        async refund() {
          await quarterHourAttempt.refund()
          await dayAttempt.refund()
        },
      }
    },
    async noteFailure(userId, zoneId) {
      if (!loggedFailures.isNew(userId)) return
      loggedFailures.remember(userId)
      await db.asOwner('requests may not write what the server finds out', tx =>
        audit(tx, 'user_code_failed', { actorId: userId, aboutId: userId, zoneId }),
      )
    },
  }
}
