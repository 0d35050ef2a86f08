import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { takeBackFutureClaims } from './claims.queries.ts'

// The clock of the database ran an hour ahead and was put right.

let database: TestDatabase
let db: Database
let boss: PgBoss

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  boss = new PgBoss({ connectionString: database.url, schedule: false, supervise: false, max: 1 })
  await boss.start()
})
afterAll(async () => {
  await boss.stop({ timeout: 1_000 })
  await db.close()
  await database.drop()
})

it('lets what waits go on waiting for as long as was meant', async () => {
  await boss.createQueue('clock-test')
  const [fresh, failed, taken, meant] = await Promise.all(
    [0, 0, 0, 600].map(startAfter => boss.send('clock-test', {}, { startAfter })),
  )
  const ahead = async (id: string | null | undefined, set: string) =>
    db.pool.query(`update pgboss.job set ${set} where id = $1`, [id])
  const hour = `interval '1 hour'`
  await ahead(fresh, `created_on = now() + ${hour}, start_after = now() + ${hour}`)
  await ahead(
    failed,
    `state = 'retry', created_on = now() - ${hour}, started_on = now() + ${hour}, start_after = now() + ${hour} + interval '1 minute'`,
  )
  await ahead(
    taken,
    `state = 'active', created_on = now() - ${hour}, started_on = now() + ${hour}, heartbeat_on = now() + ${hour}`,
  )
  // Put right twice, as every node does: the second time there is nothing to do.
  await takeBackFutureClaims(db.pool)
  await takeBackFutureClaims(db.pool)
  const { rows } = await db.pool.query(
    `select id, round(extract(epoch from start_after - now()) / 60)::int as minutes, created_on <= now() as made,
       started_on <= now() as began, heartbeat_on <= now() as lives
     from pgboss.job where name = 'clock-test'`,
  )
  const of = (id: string | null | undefined) => rows.find(row => row.id === id)
  expect(of(fresh)).toMatchObject({ minutes: 0, made: true, began: null })
  expect(of(failed)).toMatchObject({ minutes: 1, began: true, lives: null })
  expect(of(taken)).toMatchObject({ began: true, lives: true })
  expect(of(meant)).toMatchObject({ minutes: 10, made: true })
})

it('tries a delivery again after as long as was meant', async () => {
  await boss.createQueue('webhook-delivery')
  // Both failed by the clock that ran ahead: one is tried again after half a minute, the other after three hours.
  const written = await Promise.all(
    ['30 seconds', '3 hours'].map(async pause => {
      const { rows } = await db.pool.query<{ id: string; at: Date }>(
        `with added as (insert into webhooks (name, address, secret, kinds)
           values ('x', 'https://example.org', 'x', array['zone.created']) returning id)
         insert into webhook_deliveries (webhook_id, event_id, kind, body, attempts, next_try_at)
         select id, 'x', 'zone.created', '{}', 1, now() + interval '1 hour' + $1::interval from added
         returning id, next_try_at as at`,
        [pause],
      )
      const [{ id, at } = { id: '', at: new Date() }] = rows
      const job = await boss.send('webhook-delivery', { id }, { startAfter: at })
      await db.pool.query(`update pgboss.job set created_on = now() + interval '1 hour' where id = $1`, [job])
      return { id, job }
    }),
  )
  await takeBackFutureClaims(db.pool)
  await takeBackFutureClaims(db.pool)
  const { rows } = await db.pool.query(
    `select d.id, round(extract(epoch from d.next_try_at - now()) / 30)::int as tried,
       round(extract(epoch from j.start_after - now()) / 30)::int as ordered
     from webhook_deliveries d join pgboss.job j on j.data ->> 'id' = d.id::text`,
  )
  expect(written.map(({ id }) => rows.find(row => row.id === id))).toMatchObject([
    { tried: 1, ordered: 1 },
    { tried: 360, ordered: 360 },
  ])
})

it('thinks no run made that comes again', async () => {
  await boss.createQueue('minute-test')
  const once = () => boss.send('minute-test', {}, { singletonKey: 'minute', singletonSeconds: 60 })
  await once()
  await db.pool.query(
    `update pgboss.job set state = 'completed', singleton_on = singleton_on + interval '1 hour' where name = 'minute-test'`,
  )
  await takeBackFutureClaims(db.pool)
  // Those of now stay: one a minute is enough.
  await once()
  await takeBackFutureClaims(db.pool)
  const { rows } = await db.pool.query(
    `select state, singleton_on is null as again from pgboss.job where name = 'minute-test' order by state desc`,
  )
  expect(rows).toEqual([
    { state: 'completed', again: true },
    { state: 'created', again: false },
  ])
})
