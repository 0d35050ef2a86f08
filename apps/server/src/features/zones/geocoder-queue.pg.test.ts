import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRateLimit } from '../../rpc/rate-limit.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createGeocoderQueue } from './geocoder-queue.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('two nodes together send one request a second, and reject searches that would wait too long', async () => {
  const node = (patience: number) =>
    createGeocoderQueue(createRateLimit(pool, { name: 'geocoder', points: 1, seconds: 1 }), { patience })
  const [one, two, hasty] = [node(5_000), node(5_000), node(200)]
  const at: number[] = []
  const note = () => at.push(performance.now())
  await Promise.all([one().then(note), two().then(note), one().then(note)])
  at.sort((a, b) => a - b)
  const [first = 0, second = 0, third = 0] = at
  expect(second - first).toBeGreaterThan(900)
  expect(third - second).toBeGreaterThan(900)
  await expect(hasty()).rejects.toThrow('Too many searches')
})
