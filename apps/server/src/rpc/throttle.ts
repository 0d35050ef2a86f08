import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { fail } from './fail.ts'

export type Throttle = {
  /** Takes one try of the key; throws TOO_MANY_REQUESTS with the moment to try again when none is left. */
  take(key: string): Promise<void>
  /** Gives the last try back: it was no guess. */
  giveBack(key: string): Promise<void>
  /** Forgets all tries of the key. */
  clear(key: string): Promise<void>
}

/** Counts tries in Postgres, shared by all nodes: at most `points` for a key in `seconds`. */
export function createThrottle(pool: pg.Pool, name: string, points: number, seconds: number): Throttle {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Expired rows are removed by the daily job.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  })
  return {
    async take(key) {
      try {
        await limiter.consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw fail('TOO_MANY_REQUESTS', {
          retryAt: new Date(Date.now() + refusal.msBeforeNext).toISOString(),
        })
      }
    },
    giveBack: async key => {
      await limiter.reward(key)
    },
    clear: async key => {
      await limiter.delete(key)
    },
  }
}
