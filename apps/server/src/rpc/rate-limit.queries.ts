import { sql } from 'kysely'
import type pg from 'pg'

/**
 * `cost` times, unless more than `points` would fall within `seconds`. The row lock serialises; the clock is read under it. Future
 * attempts, from before the clock was set back, count as now.
 */
export async function takeAttempt(
  pool: pg.Pool,
  row: string,
  { points, seconds, cost }: { points: number; seconds: number; cost: number },
): Promise<Date | undefined> {
  const { rows } = await pool.query<{ at: Date }>(
    `insert into rate_limits as r (key, taken, expires_at)
     values ($1, array_fill(date_trunc('milliseconds', clock_timestamp()), array[$4::integer]), clock_timestamp() + $2 * interval '1 second')
     on conflict (key) do update set
       taken = array(select least(at, date_trunc('milliseconds', clock_timestamp())) from unnest(r.taken) at
           where at > clock_timestamp() - $2 * interval '1 second')
         || excluded.taken,
       expires_at = excluded.expires_at
     where (select count(*) from unnest(r.taken) at where at > clock_timestamp() - $2 * interval '1 second') <= $3::integer - $4::integer
     returning taken[cardinality(taken)] as at`,
    [row, seconds, points, cost],
  )
  return rows[0]?.at
}

/** Refunds one attempt recorded at `at`; others with the same time still count. */
export async function refundAttempt(pool: pg.Pool, row: string, at: Date): Promise<void> {
  await pool.query(
    `update rate_limits
     set taken = taken[:array_position(taken, $2) - 1] || taken[array_position(taken, $2) + 1:]
     where key = $1 and $2 = any(taken)`,
    [row, at],
  )
}

/** When `cost` further ones fit; now if none counts. Future ones are moved to now, so nobody waits out a clock set back. */
export async function findFreeTime(
  pool: pg.Pool,
  row: string,
  { points, seconds, cost }: { points: number; seconds: number; cost: number },
): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>(
    `with put_right as (
       update rate_limits set expires_at = clock_timestamp() + $2 * interval '1 second',
         taken = array(select least(at, date_trunc('milliseconds', clock_timestamp())) from unnest(taken) at)
       where key = $1 and exists (select from unnest(taken) at where at > clock_timestamp() + interval '1 second'))
     select least(at, clock_timestamp()) + $2 * interval '1 second' as at from rate_limits, unnest(taken) at
     where key = $1 and at > clock_timestamp() - $2 * interval '1 second'
     order by 1 offset greatest(0, (select count(*) from rate_limits, unnest(taken) at
       where key = $1 and at > clock_timestamp() - $2 * interval '1 second') + $4::integer - $3::integer - 1) limit 1`,
    [row, seconds, points, cost],
  )
  return rows[0]?.at ?? new Date()
}

export async function clearAttempts(pool: pg.Pool, row: string): Promise<void> {
  await pool.query('delete from rate_limits where key = $1', [row])
}

export const deleteExpiredAttempts = (limit: number) =>
  sql`delete from rate_limits where key = any(array(
    select key from rate_limits where expires_at < now() limit ${limit}))`
