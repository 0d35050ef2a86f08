import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRateLimit } from '../../rpc/rate-limit.ts'
import { createTestDatabase, openTestPool, type TestDatabase } from '../../testing/test-database.ts'
import { createGeocoderQueue } from './geocoder-queue.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openTestPool(database)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('two nodes together send one request a second, and reject searches that would wait too long', async () => {
  const createNode = (patience: number) =>
    createGeocoderQueue(createRateLimit(pool, { name: 'geocoder', points: 1, seconds: 1 }), { patience })
  const [firstNode, secondNode, impatientNode] = [createNode(5_000), createNode(5_000), createNode(200)]
  const times: number[] = []
  const recordTime = () => times.push(performance.now())
  await Promise.all([
    firstNode().then(recordTime),
    secondNode().then(recordTime),
    firstNode().then(recordTime),
  ])
  times.sort((a, b) => a - b)
  const [firstAt = 0, secondAt = 0, thirdAt = 0] = times
  expect(secondAt - firstAt).toBeGreaterThan(900)
  expect(thirdAt - secondAt).toBeGreaterThan(900)
  await expect(impatientNode()).rejects.toThrow('Too many searches')
})
