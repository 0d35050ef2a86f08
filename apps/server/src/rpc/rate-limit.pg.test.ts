import { safe } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { readCode } from '../testing/caller.ts'
import { testDatabase } from '../testing/test-world.ts'
import { createRateLimit } from './rate-limit.ts'

const { db } = testDatabase()
let limitCount = 0

/**
 * Creates a limit of ten attempts per quarter of an hour. `passMinutes` simulates the passing of time by backdating earlier
 * attempts.
 */
function createQuarterHourLimit() {
  const name = `test${++limitCount}`
  const rateLimit = createRateLimit(db.pool, { name, points: 10, seconds: 15 * 60 })
  return {
    ...rateLimit,
    tries: async (number: number) => {
      const codes = await Promise.all(Array.from({ length: number }, () => readCode(rateLimit.take('key'))))
      return codes.filter(code => code === undefined).length
    },
    atOneMoment: () =>
      db.pool.query(
        `update rate_limits set taken = array_fill(taken[1], array[cardinality(taken)]) where key like $1 || ':%'`,
        [name],
      ),
    passMinutes: (minutes: number) =>
      db.pool.query(
        `update rate_limits set taken = array(select at - $2 * interval '1 minute' from unnest(taken) at)
         where key like $1 || ':%'`,
        [name, minutes],
      ),
  }
}

it('concurrent attempts use only the remaining ones, separately for each key', async () => {
  const rateLimit = createQuarterHourLimit()
  expect(await rateLimit.tries(60)).toBe(10)
  expect(await rateLimit.tries(5)).toBe(0)
  expect(await readCode(rateLimit.take('another key'))).toBeUndefined()
})

it('allows several attempts at once only if all are left, and returns when they will be', async () => {
  const rateLimit = createQuarterHourLimit()
  await rateLimit.take('key', 2)
  await rateLimit.passMinutes(10)
  await rateLimit.take('key', 6)
  expect(await readCode(rateLimit.take('key', 3))).toBe('TOO_MANY_REQUESTS')
  const { error } = await safe(rateLimit.take('key', 5))
  const { retryAt } = (error as unknown as { data: { retryAt: string } }).data
  expect(Date.parse(retryAt)).toBeGreaterThan(Date.now() + 14 * 60_000)
  expect(await rateLimit.tries(5)).toBe(2)
})

it('at most ten pass within any quarter of an hour, wherever it begins', async () => {
  const rateLimit = createQuarterHourLimit()
  const passedCounts: number[] = []
  // One attempt, then as many as possible shortly before and shortly after the first one expires.
  passedCounts.push(await rateLimit.tries(1))
  await rateLimit.passMinutes(14)
  passedCounts.push(await rateLimit.tries(20))
  await rateLimit.passMinutes(2)
  passedCounts.push(await rateLimit.tries(20))
  await rateLimit.passMinutes(12)
  passedCounts.push(await rateLimit.tries(20))
  await rateLimit.passMinutes(2)
  passedCounts.push(await rateLimit.tries(20))
  expect(passedCounts).toEqual([1, 9, 1, 0, 9])
})

it('names as the next free attempt a quarter of an hour after the oldest counted one', async () => {
  const rateLimit = createQuarterHourLimit()
  await rateLimit.tries(4)
  await rateLimit.passMinutes(5)
  await rateLimit.tries(6)
  const { data } = await rateLimit.take('key').catch(error => error)
  expect(Math.abs(Date.parse(data.retryAt) - Date.now() - 10 * 60_000)).toBeLessThan(5_000)
})

describe('with a database clock that was an hour ahead and then corrected', () => {
  const moveHourAhead = (rateLimit: ReturnType<typeof createQuarterHourLimit>) => rateLimit.passMinutes(-60)

  it('counts no attempt for longer than a quarter of an hour after the first new one', async () => {
    const rateLimit = createQuarterHourLimit()
    await rateLimit.tries(10)
    await moveHourAhead(rateLimit)
    const { data } = await rateLimit.take('key').catch(error => error)
    expect(Math.abs(Date.parse(data.retryAt) - Date.now() - 15 * 60_000)).toBeLessThan(5_000)
    expect(await rateLimit.tries(5)).toBe(0)
    await rateLimit.passMinutes(16)
    expect(await rateLimit.tries(20)).toBe(10)
  })

  it('leaves the remaining attempts available, and no more than those', async () => {
    const rateLimit = createQuarterHourLimit()
    await rateLimit.tries(4)
    await moveHourAhead(rateLimit)
    expect(await rateLimit.tries(20)).toBe(6)
    await rateLimit.passMinutes(14)
    expect(await rateLimit.tries(5)).toBe(0)
    await rateLimit.passMinutes(2)
    expect(await rateLimit.tries(20)).toBe(10)
  })
})

it('a refunded attempt is free again, and only that one', async () => {
  const rateLimit = createQuarterHourLimit()
  const firstTake = await rateLimit.take('key')
  await rateLimit.tries(9)
  // All attempts within one millisecond, which can happen in practice.
  await rateLimit.atOneMoment()
  await firstTake.refund()
  await firstTake.refund()
  expect(await rateLimit.tries(5)).toBe(1)
  await rateLimit.clear('key')
  expect(await rateLimit.tries(12)).toBe(10)
})

it('keys are not stored in plain text', async () => {
  await createRateLimit(db.pool, { name: 'secret', points: 1, seconds: 60 }).take(
    'typed into the wrong field',
  )
  const { rows } = await db.pool.query(`select key from rate_limits where key like 'secret:%'`)
  expect(rows).toHaveLength(1)
  expect(rows[0].key).not.toContain('typed')
})
