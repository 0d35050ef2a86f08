import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { createFactories } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { linkAllEvents } from './link-events.ts'
import { appendLoggedEvent } from './security.queries.ts'
import { verifyChain } from './verify-chain.ts'

const { database, db } = testDatabase({ size: 12 })
beforeEach(() =>
  tamper(`delete from security_events; update security_chain set events = 0, last_hash = repeat('0', 64)`),
)

const createEvent = (text: string) => ({
  type: 'test_event',
  description: text,
  actorId: null,
  affectedUserId: null,
  severity: 'info' as const,
  metadata: { text, nested: { n: 1.5, list: [1, 'ü', null] } },
})
const appendEvent = (text: string) => db.asOwner('a test', tx => appendLoggedEvent(tx, createEvent(text)))
async function appendEvents(count: number) {
  for (let n = 1; n <= count; n++) await appendEvent(`number ${n}`)
  await linkAllEvents(db)
}
/** Simulates a superuser who turns the triggers off. */
async function tamper(statements: string) {
  await db.pool.query('alter table security_events disable trigger user')
  await db.pool.query('alter table security_chain disable trigger user')
  await db.pool.query(statements)
  for (const trigger of ['leave_unlinked', 'refuse_change', 'refuse_truncate'])
    await db.pool.query(`alter table security_events enable always trigger ${trigger}`)
  for (const trigger of ['refuse_change', 'refuse_update', 'refuse_truncate'])
    await db.pool.query(`alter table security_chain enable always trigger ${trigger}`)
}
const verify = () => verifyChain(db, { pageSize: 3 })

describe('the chain of the security log', () => {
  it('is intact when empty and with one event', async () => {
    expect(await verify()).toMatchObject({ events: 0, intact: true, firstBroken: null, problem: null })
    await appendEvents(1)
    expect(await verify()).toMatchObject({ events: 1, intact: true })
  })

  it('has no gap and no fork after 200 concurrent appends, some of them failed or rolled back', async () => {
    const appends = Array.from({ length: 200 }, (_, n) => appendEvent(`at once ${n}`))
    const rolledBackAppends = Array.from({ length: 50 }, (_, n) =>
      db
        .asOwner('a test', async tx => {
          await appendLoggedEvent(tx, createEvent(`undone ${n}`))
          throw new Error('undone')
        })
        .catch(() => undefined),
    )
    await Promise.all([...appends, ...rolledBackAppends])
    expect(await verifyChain(db)).toMatchObject({ events: 200, intact: true })
    const { rows } = await db.pool.query(
      'select min(number), max(number), count(distinct number), count(distinct previous_hash) as links from security_events',
    )
    expect(rows).toEqual([{ min: 1, max: 200, count: 200, links: 200 }])
  })

  it('is numbered in time order, even across several events of one transaction', async () => {
    await db.asOwner('a test', async tx => {
      await appendLoggedEvent(tx, createEvent('a'))
      await appendLoggedEvent(tx, createEvent('b'))
    })
    await appendEvent('c')
    await linkAllEvents(db)
    const { rows } = await db.pool.query('select description from security_events order by number')
    expect(rows.map(row => row.description)).toEqual(['a', 'b', 'c'])
    expect(await verify()).toMatchObject({ intact: true })
  })

  it('is not deceived by a replaced hash function', async () => {
    await appendEvents(3)
    await tamper(`update security_events set description = 'nothing happened' where number = 2`)
    const { rows } = await db.pool.query(`select pg_get_functiondef('security_event_hash'::regproc) as text`)
    await db.pool.query(`create or replace function security_event_hash(event security_events) returns text
      language sql stable as $$ select event.hash $$`)
    try {
      expect(await verifyChain(db)).toMatchObject({ intact: false, firstBroken: 2, problem: 'altered' })
    } finally {
      await db.pool.query(rows[0].text)
    }
  })

  it('reports an event that is prevented from being linked, but not one that is merely recent', async () => {
    await appendEvents(2)
    const lockClient = new pg.Client({ connectionString: database.url })
    await lockClient.connect()
    try {
      await lockClient.query('select pg_advisory_lock(4280008)')
      await appendEvent('young')
      expect(await verifyChain(db)).toMatchObject({ events: 2, intact: true })
      await db.pool.query(
        `insert into security_events (event_type, description, created_at) values ('x', 'y', now() - interval '3 minutes')`,
      )
      expect(await verifyChain(db)).toMatchObject({ intact: false, firstBroken: 3, problem: 'missing' })
    } finally {
      await lockClient.end()
    }
    expect(await verifyChain(db)).toMatchObject({ events: 4, intact: true })
  })

  it('does not depend on the settings of the writing and verifying sessions', async () => {
    await appendEvents(2)
    const otherTimeZoneDb = openDatabase(database.url, { size: 1 })
    try {
      await otherTimeZoneDb.pool.query(
        `set timezone to 'Asia/Kolkata'; set datestyle to 'German'; set bytea_output to 'escape'`,
      )
      await otherTimeZoneDb.asOwner('a test', tx => appendLoggedEvent(tx, createEvent('from abroad')))
      expect(await verifyChain(otherTimeZoneDb, { pageSize: 3 })).toMatchObject({ events: 3, intact: true })
    } finally {
      await otherTimeZoneDb.close()
    }
    expect(await verify()).toMatchObject({ events: 3, intact: true })
  })

  it.each([
    ['description', `description = 'nothing happened'`],
    ['actor', `actor_id = uuid_v7()`],
    ['affected person', `affected_user_id = uuid_v7()`],
    ['severity', `severity = 'low'`],
    ['type', `event_type = 'other'`],
    ['metadata', `metadata = metadata || '{"text":"x"}'`],
    ['time', `created_at = created_at - interval '1 microsecond'`],
    ['id', `id = uuid_v7()`],
  ])('reports the event whose %s was altered', async (_, tamperSql) => {
    await appendEvents(8)
    await tamper(`update security_events set ${tamperSql} where number = 5`)
    expect(await verify()).toMatchObject({ intact: false, firstBroken: 5, problem: 'altered' })
  })

  it.each([1, 3, 4, 7, 8])('reports event %i when its hash was recomputed as well', async number => {
    await appendEvents(8)
    await tamper(`
      update security_events set description = 'x' where number = ${number};
      update security_events e set hash = security_event_hash(e) where number = ${number}`)
    expect(await verify()).toMatchObject({ intact: false, firstBroken: number, problem: 'altered' })
  })

  it('reports the first of several problems', async () => {
    await appendEvents(8)
    await tamper(`update security_events set severity = 'low' where number in (2, 6)`)
    expect(await verify()).toMatchObject({ firstBroken: 2 })
  })

  it.each([
    [1, 'number = 1'],
    [4, 'number = 4'],
    [3, 'number between 3 and 6'],
    [7, 'number >= 7'],
    [8, 'number = 8'],
    [1, 'true'],
  ])('reports event %i as missing when those with %s were removed', async (firstMissing, removed) => {
    await appendEvents(8)
    await tamper(`delete from security_events where ${removed}`)
    expect(await verify()).toMatchObject({
      events: 8,
      intact: false,
      firstBroken: firstMissing,
      problem: 'missing',
    })
  })

  it('reports a removed event hidden by renumbering', async () => {
    await appendEvents(8)
    await tamper(`
      delete from security_events where number = 4;
      update security_events set number = number + 1000 where number > 4;
      update security_events set number = number - 1001 where number > 4`)
    expect(await verify()).toMatchObject({ intact: false, firstBroken: 4, problem: 'altered' })
  })

  it('reports a truncated tail whose head was moved back but kept its hash', async () => {
    await appendEvents(8)
    await tamper('delete from security_events where number > 6; update security_chain set events = 6')
    expect(await verify()).toMatchObject({ intact: false, firstBroken: 6, problem: 'altered' })
  })

  it('reports an event inserted after the head', async () => {
    await appendEvents(4)
    await tamper(`
      insert into security_events (event_type, description, number, previous_hash, hash)
      select 'x', 'forged', 5, last_hash, repeat('a', 64) from security_chain`)
    expect(await verify()).toMatchObject({ intact: false, firstBroken: 5, problem: 'altered' })
  })

  it('continues after a break: later events are appended, and the break is still reported', async () => {
    await appendEvents(4)
    await tamper(`update security_events set severity = 'low' where number = 2`)
    await appendEvent('later')
    expect(await verify()).toMatchObject({ events: 5, firstBroken: 2, problem: 'altered' })
  })
})

describe('events that are not linked yet', () => {
  it('do not count as damage and are included in the next verification', async () => {
    await appendEvents(3)
    await appendEvent('waits')
    const linkClient = await db.pool.connect()
    await linkClient.query('begin; select pg_advisory_xact_lock(4280008)')
    expect(await verify()).toMatchObject({ events: 3, intact: true })
    await linkClient.query('commit')
    linkClient.release()
    expect(await verify()).toMatchObject({ events: 4, intact: true })
  })

  it('block nobody: a sign-in is logged while another transaction with an event is open', async () => {
    const otherClient = await db.pool.connect()
    await otherClient.query(
      `begin; insert into security_events (event_type, description) values ('x', 'still open')`,
    )
    const shortTimeoutDb = openDatabase(database.url, { size: 1, statementMs: 1_000 })
    try {
      await shortTimeoutDb.asOwner('a test', tx => appendLoggedEvent(tx, createEvent('a sign-in')))
      expect(await verify()).toMatchObject({ events: 1, intact: true })
    } finally {
      await otherClient.query('commit')
      otherClient.release()
      await shortTimeoutDb.close()
    }
    expect(await verify()).toMatchObject({ events: 2, intact: true })
  })
})

describe('the security log is append-only', () => {
  const forbiddenStatements = [
    `update security_events set severity = 'low'`,
    'delete from security_events',
    'truncate security_events',
    `update security_events set number = number + 1, hash = repeat('a', 64)`,
  ]

  it.each([...forbiddenStatements, 'update security_chain set events = 0', 'delete from security_chain'])(
    'for the owner: %s',
    async statement => {
      await appendEvents(2)
      await expect(db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
      expect(await verify()).toMatchObject({ events: 2, intact: true })
    },
  )

  it('for a session that turns triggers off for itself', async () => {
    await appendEvents(2)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query('set session_replication_role = replica')
      for (const statement of forbiddenStatements)
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
  })

  it.each([...forbiddenStatements, 'update security_chain set events = 0', 'select * from security_chain'])(
    'for a super admin as muster_app: %s',
    async statement => {
      await appendEvents(2)
      const superAdmin = await createFactories(db).user({ role: 'super_admin' })
      await expect(
        db.asActor({ userId: superAdmin.id, sessionId: superAdmin.sessionId }, tx =>
          sql.raw(statement).execute(tx),
        ),
      ).rejects.toMatchObject({ code: '42501' })
    },
  )

  it.each(['number', 'hash', 'previous_hash', 'created_at'])(
    'so that muster_app cannot set the %s',
    async column => {
      const user = await createFactories(db).user()
      await expect(
        db.asActor({ userId: user.id, sessionId: user.sessionId }, tx =>
          sql
            .raw(
              `insert into security_events (event_type, description, actor_id, ${column})
               values ('x', 'x', actor_id(), default)`,
            )
            .execute(tx),
        ),
      ).rejects.toMatchObject({ code: '42501' })
    },
  )

  it('so that a number and hash given by a writer are replaced', async () => {
    await appendEvents(1)
    await db.pool.query(
      `insert into security_events (event_type, description, number, hash) values ('x', 'x', 77, repeat('b', 64))`,
    )
    expect(await verify()).toMatchObject({ events: 2, intact: true })
  })

  it('so that an existing id is not appended again', async () => {
    await appendEvents(1)
    const duplicateInsert = `insert into security_events (id, event_type, description) select id, 'x', 'x' from security_events`
    await expect(db.pool.query(duplicateInsert)).rejects.toMatchObject({ code: '23505' })
    await db.pool.query(`${duplicateInsert} on conflict do nothing`)
    expect(await verify()).toMatchObject({ events: 1, intact: true })
  })

  it('except for linking a pending event exactly as the head of the chain requires', async () => {
    await appendEvents(2)
    await appendEvent('waits')
    const updateLink = (assignment: string) =>
      db.pool.query(`update security_events e set number = 3, previous_hash = c.last_hash, hash = repeat('a', 64)${assignment}
        from security_chain c where e.number is null`)
    await expect(updateLink('')).rejects.toMatchObject({ code: '42501' })
    await expect(updateLink(`, description = 'something else'`)).rejects.toMatchObject({ code: '42501' })
    expect(await verify()).toMatchObject({ events: 3, intact: true })
  })
})
