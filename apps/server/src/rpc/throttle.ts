import { createHash } from 'node:crypto'
import type pg from 'pg'
import { addressGroup } from '../lib/address-group.ts'
import { fail } from './fail.ts'

/** A try that was taken. */
export type Take = {
  /** Gives this try back: it was no guess. */
  giveBack(): Promise<void>
}

/** What counts calls by a key, and refuses those that are too many. */
export type Limit = { take(key: string): Promise<unknown> }

export type Throttle = {
  /** Takes one try of the key; throws TOO_MANY_REQUESTS with the moment to try again when none is left. */
  take(key: string): Promise<Take>
  /** Forgets all tries of the key. */
  clear(key: string): Promise<void>
}

/**
 * Work that costs a try of the key only where it fails: who succeeds did not guess. The try is taken before, so that of
 * many at once no more get through than are left.
 */
export async function orGuess<T>(throttle: Throttle, key: string, work: () => Promise<T>): Promise<T> {
  const guess = await throttle.take(key)
  const done = await work()
  await guess.giveBack()
  return done
}

/** The same throttle for addresses: those that one customer is given count as one. */
export function byAddress(throttle: Throttle): Throttle {
  return {
    take: address => throttle.take(addressGroup(address)),
    clear: address => throttle.clear(addressGroup(address)),
  }
}

/**
 * Counts tries in Postgres, by its clock, shared by all nodes: at most `points` for a key within any `seconds`. Each try
 * is free again `seconds` after it was taken; one that was refused takes nothing.
 */
export function createThrottle(pool: pg.Pool, name: string, points: number, seconds: number): Throttle {
  // What people type, or what a device keeps secret, is not stored as it is.
  const rowOf = (key: string) => `${name}:${createHash('sha256').update(key).digest('hex')}`
  return {
    async take(key) {
      const row = rowOf(key)
      // The lock on the row lets in one after the other, and the clock is read behind it.
      const { rows } = await pool.query<{ at: Date }>(
        `insert into rate_limits as r (key, taken, expires_at)
         values ($1, array[date_trunc('milliseconds', clock_timestamp())], clock_timestamp() + $2 * interval '1 second')
         on conflict (key) do update set
           taken = array(select at from unnest(r.taken) at where at > clock_timestamp() - $2 * interval '1 second')
             || date_trunc('milliseconds', clock_timestamp()),
           expires_at = excluded.expires_at
         where (select count(*) from unnest(r.taken) at where at > clock_timestamp() - $2 * interval '1 second') < $3
         returning taken[cardinality(taken)] as at`,
        [row, seconds, points],
      )
      const at = rows[0]?.at
      if (!at)
        throw fail('TOO_MANY_REQUESTS', { retryAt: (await freeAgain(pool, row, seconds)).toISOString() })
      return {
        async giveBack() {
          // One of its moment, not all of them.
          await pool.query(
            `update rate_limits
             set taken = taken[:array_position(taken, $2) - 1] || taken[array_position(taken, $2) + 1:]
             where key = $1 and $2 = any(taken)`,
            [row, at],
          )
        },
      }
    },
    clear: async key => {
      await pool.query('delete from rate_limits where key = $1', [rowOf(key)])
    },
  }
}

/** When the oldest try that still counts is free again. */
async function freeAgain(pool: pg.Pool, row: string, seconds: number): Promise<Date> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select min(at) + $2 * interval '1 second' as at from rate_limits, unnest(taken) at
     where key = $1 and at > clock_timestamp() - $2 * interval '1 second'`,
    [row, seconds],
  )
  return rows[0]?.at ?? new Date()
}
