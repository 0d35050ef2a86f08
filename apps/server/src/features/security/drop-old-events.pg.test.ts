import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPartitionsNow } from '../../db/partitions/create-partitions.ts'
import { listPartitions } from '../../db/partitions/partitions.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Anchor } from './anchors.ts'
import { linkAllEvents } from './link-events.ts'
import { dropOldEvents } from './security.feature.ts'
import { verifyChain } from './verify-chain.ts'

const DAY_MS = 86_400_000
const now = Date.now()
let database: TestDatabase
let db: Database
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

/** Inserts events with these ages in days, linked in this order. */
async function insertEvents(...daysAgo: number[]) {
  for (const days of daysAgo) {
    await db.pool.query(
      `insert into security_events (event_type, description, created_at) values ('x', 'x', $1)`,
      [new Date(now - days * DAY_MS)],
    )
    await linkAllEvents(db)
  }
  await createPartitionsNow(db.pool, now)
}
const readHash = async (eventNumber: number) =>
  (await db.pool.query('select hash from security_events where number = $1', [eventNumber])).rows[0]
    .hash as string
const createAnchor = async (eventNumber: number, daysAgo: number): Promise<Anchor> => ({
  at: new Date(now - daysAgo * DAY_MS).toISOString(),
  events: eventNumber,
  lastHash: await readHash(eventNumber),
})
const listEventNumbers = async () =>
  (await db.pool.query('select number from security_events where number is not null order by 1')).rows.map(
    row => row.number,
  )

describe('expired months of the security log', () => {
  it('are dropped; the rest can still be verified, and the log records what was dropped', async () => {
    await insertEvents(200, 190, 100, 1)
    const partitionCount = (await listPartitions(db.pool, 'security_events')).length
    const anchors = [await createAnchor(2, 190), await createAnchor(3, 100), await createAnchor(4, 1)]
    expect(await dropOldEvents(db, 120, now)).toBeGreaterThan(0)
    expect((await listPartitions(db.pool, 'security_events')).length).toBeLessThan(partitionCount)
    await linkAllEvents(db)
    expect((await listEventNumbers()).slice(0, 2)).toEqual([3, 4])
    const { rows } = await db.pool.query(
      `select metadata ->> 'last' as last from security_events where event_type = 'security_log_dropped'`,
    )
    expect(rows.at(-1)).toEqual({ last: '2' })
    expect(await verifyChain(db, { anchors, keepDays: 120, now })).toMatchObject({
      intact: true,
      events: 4 + rows.length,
    })
    expect(await dropOldEvents(db, 120, now)).toBe(0)
  })

  it('include everything linked before their last event, so that no unverifiable event remains', async () => {
    await insertEvents(200, 100, 190, 1)
    await dropOldEvents(db, 120, now)
    await linkAllEvents(db)
    expect((await listEventNumbers())[0]).toBe(4)
    expect(await verifyChain(db)).toMatchObject({ intact: true })
  })

  it('are kept while one of their events cannot be linked', async () => {
    await insertEvents(200)
    await db.pool.query(
      `insert into security_events (event_type, description, created_at) values ('x', 'x', $1)`,
      [new Date(now - 200 * DAY_MS)],
    )
    const otherClient = await db.pool.connect()
    await otherClient.query('begin; select pg_advisory_xact_lock(4280008)')
    await expect(dropOldEvents(db, 120, now)).rejects.toThrow('not linked')
    await otherClient.query('rollback')
    otherClient.release()
  })

  it('cannot be faked to drop recent events, because an anchor disproves it', async () => {
    await insertEvents(200, 20, 10)
    const anchors = [await createAnchor(2, 20), await createAnchor(3, 10)]
    const hash = await readHash(2)
    await db.pool.query('update security_chain set dropped_events = 2, dropped_hash = $1', [hash])
    await db.pool.query('delete from security_events where number <= 2')
    expect(await verifyChain(db, { keepDays: 120, now })).toMatchObject({ intact: true })
    expect(await verifyChain(db, { anchors, keepDays: 120, now })).toMatchObject({
      intact: false,
      firstBroken: 2,
      problem: 'altered',
    })
  })

  it('leave a head that can only grow and no events before it', async () => {
    await insertEvents(200, 190, 1)
    await dropOldEvents(db, 120, now)
    for (const chainChange of [
      'dropped_events = 1',
      'dropped_events = 99',
      `dropped_events = 3, last_hash = repeat('0', 64)`,
    ])
      await expect(db.pool.query(`update security_chain set ${chainChange}`)).rejects.toMatchObject({
        code: '42501',
      })
    await expect(db.pool.query('delete from security_events where number = 3')).rejects.toMatchObject({
      code: '42501',
    })
    await db.pool.query(`
      alter table security_events disable trigger user;
      insert into security_events (event_type, description, number, previous_hash, hash)
      values ('forged', 'x', 1, repeat('0', 64), repeat('a', 64))`)
    expect(await verifyChain(db)).toMatchObject({ intact: false, firstBroken: 2 })
  })
})
