import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testServices } from '../testing/test-services.ts'
import { testWorld } from '../testing/test-world.ts'
import type { Tx } from './database.ts'
import { findRare } from './find-rare.ts'

const muster = testServices()
const { zone: yard, manager } = testWorld(muster, { manager: 'zone_manager_rw' }, { once: true })
const { zone: dock } = testWorld(muster, {}, { once: true })

beforeAll(async () => {
  const { db } = muster
  // "report" is in all rows. "crane" is in one row per zone and in one broadcast to all zones.
  const titleSql = `case when n = 1200 then 'Report crane' else 'Report ' || n end`
  for (const zone of [yard, dock]) {
    await db.pool.query(
      `insert into hazards (request_id, title, description, zone_id, reported_by, created_at)
       select gen_random_uuid(), ${titleSql}, 'x', $1, $2, now() - n * interval '1 minute' from generate_series(1, 1200) n`,
      [zone.id, manager.id],
    )
    await db.pool.query(
      `insert into broadcasts (request_id, title, message, zone_id, state, sent_at, created_at)
       select gen_random_uuid(), ${titleSql}, 'x', $1, 'sent', now() - n * interval '1 minute', now() from generate_series(1, 1200) n`,
      [zone.id],
    )
  }
  await db.pool.query(
    `insert into broadcasts (request_id, title, message, state, sent_at) values (gen_random_uuid(), 'Crane for all', 'x', 'sent', now())`,
  )
})

const asManager = (work: (tx: Tx) => Promise<void>) =>
  muster.db.asActor({ userId: manager.id, sessionId: manager.sessionId }, work)

const finderCases = [
  ['rare_hazards', 'hazards', 1],
  ['rare_broadcasts', 'broadcasts', 2],
] as const

it.each(finderCases)(
  '%s returns the rows of the zone with rare words, using the index',
  async (finder, table, rows) => {
    const selectScanCount = () =>
      sql<{ scans: number }>`select pg_stat_get_xact_numscans(${`${table}_search`}::regclass) as scans`
    await asManager(async tx => {
      expect(await findRare(tx, finder, 'CRANE', yard.id)).toHaveLength(rows)
      expect(await findRare(tx, finder, 'nowhere', yard.id)).toEqual([])
      expect((await selectScanCount().execute(tx)).rows).toEqual([{ scans: 2 }])
    })
  },
)

it.each(finderCases)(
  '%s returns null for frequent words and for zones the actor cannot see or does not name',
  async finder => {
    await asManager(async tx => {
      for (const query of ['report', '  ']) expect(await findRare(tx, finder, query, yard.id)).toBeNull()
      expect(await findRare(tx, finder, 'crane', dock.id)).toBeNull()
      expect(await findRare(tx, finder, 'crane', undefined)).toBeNull()
    })
  },
)

it('a search finds every matching row, whether or not its words are rare', async () => {
  const listHazards = (search: string) =>
    muster.call(manager).hazards.list({ zoneId: yard.id, search, limit: 5 })
  const listTitles = async (search: string) => (await listHazards(search)).rows.map(row => row.title)
  expect(await listTitles('crane')).toEqual(['Report crane'])
  expect(await listTitles('nowhere')).toEqual([])
  expect(await listTitles('rep')).toEqual([1, 2, 3, 4, 5].map(n => `Report ${n}`))
  const foundBroadcasts = await muster.call(manager).broadcasts.list({ zoneId: yard.id, search: 'crane' })
  expect(foundBroadcasts.rows.map(row => row.title)).toEqual(['Crane for all', 'Report crane'])
})
