import { trackersMost } from '@muster/domain/tracker.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { factories } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

describe('what a row may become', () => {
  it('who shares their position pauses and goes on anywhere, and begins anew only here, now, and where it is open to them', async () => {
    const make = factories(db)
    const [one, other] = [await make.user(), await make.user()]
    const [open, second, invited, shut, foreign] = [
      await make.zone(),
      await make.zone(),
      await make.zone(),
      await make.zone(),
      await make.zone(),
    ]
    for (const zone of [open, second, shut]) await make.assign(one, zone)
    await make.assign(other, open)
    await make.invite(one, invited, other)
    await db.pool.query(`update zones set status = 'suspended' where id = $1`, [shut.id])
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into auth.sessions (token, user_id, expires_at) values ('another device', $1, now() + interval '1 day') returning id`,
      [one.id],
    )
    const elsewhere = { id: one.id, sessionId: rows[0]?.id ?? '' }
    const start = (at: { id: string }) => sql`
      insert into presence_sharing (user_id, zone_id, session_id, ends_at)
      values (actor_id(), ${at.id}, actor_session_id(), now() + interval '1 hour')
      on conflict (user_id) do update set zone_id = excluded.zone_id, session_id = excluded.session_id,
        started_at = now(), ends_at = excluded.ends_at, paused_at = null`
    const set = (change: RawBuilder<unknown>) => sql`update presence_sharing set ${change}`
    const anew = sql`started_at = now(), session_id = actor_session_id()`
    const as = (who: { id: string; sessionId: string }, statement: RawBuilder<unknown>) =>
      db
        .asActor({ userId: who.id, sessionId: who.sessionId }, tx => statement.execute(tx))
        .then(
          () => 'done',
          (error: { code?: string }) => error.code,
        )
    expect(await as(one, start(open))).toBe('done')
    expect(await as(one, start(second))).toBe('done')
    for (const [what, change] of [
      ['a suspended zone', sql`${anew}, zone_id = ${shut.id}`],
      ['a zone one is only invited to', sql`${anew}, zone_id = ${invited.id}`],
      ['a foreign zone', sql`${anew}, zone_id = ${foreign.id}`],
      ['another zone without beginning anew', sql`zone_id = ${open.id}`],
      ['the session of another', sql`session_id = ${other.sessionId}`],
      ['the session of another, anew', sql`started_at = now(), session_id = ${other.sessionId}`],
      ['another session of one’s own', sql`session_id = ${elsewhere.sessionId}`],
      ['a longer time', sql`ends_at = ends_at + interval '1 minute'`],
      [
        'a time to come',
        sql`started_at = now() + interval '1 year', ends_at = now() + interval '1 year 1 hour'`,
      ],
    ] as const)
      expect(await as(one, set(change)), what).toBe('42501')
    // The zone is suspended while they share in it, which they may pause on any device.
    await db.pool.query(`update zones set status = 'suspended' where id = $1`, [second.id])
    for (const who of [one, elsewhere])
      for (const change of [sql`paused_at = now()`, sql`paused_at = null`])
        expect(await as(who, set(change))).toBe('done')
    expect(await as(elsewhere, start(second))).toBe('42501')
    expect(await as(elsewhere, start(open))).toBe('done')
  })

  it('trackers are few for each person, in one statement or many at once', async () => {
    const one = await factories(db).user()
    const add = (count: number) =>
      db.asActor({ userId: one.id, sessionId: one.sessionId }, tx =>
        sql`insert into trackers (user_id, name, app, token_hash)
          select actor_id(), 'x', 'osmand', sha256(convert_to(gen_random_uuid()::text, 'UTF8'))
          from generate_series(1, ${count})`.execute(tx),
      )
    await expect(add(trackersMost + 1)).rejects.toMatchObject({ code: '23514' })
    await add(trackersMost - 2)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => add(1)))
    expect(outcomes.filter(it => it.status === 'fulfilled')).toHaveLength(2)
  })
})
