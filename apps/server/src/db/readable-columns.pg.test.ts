import { webhookKinds } from '@muster/domain/webhook.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factories, type TestUser, type TestZone } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>
let user: TestUser
let admin: TestUser
let client: TestUser
let zone: TestZone
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  make = factories(db)
  user = await make.user()
  admin = await make.user({ role: 'super_admin' })
  client = await make.user({ role: 'client_admin' })
  zone = await make.zone()
  await make.assign(user, zone)
  await make.assign(client, zone, 'client_admin')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const as = (who: TestUser, statement: string, values: unknown[] = []) =>
  db.asActor({ userId: who.id, sessionId: who.sessionId }, tx =>
    tx.executeQuery(CompiledQuery.raw(statement, values)),
  )
const rowOf = async (statement: string, values: unknown[] = []) =>
  (await db.pool.query(statement, values)).rows[0]

/** What a request may write there is settled by policies and foreign keys, or is never read out. */
const settled = [
  'data_breach_notifications.created_by',
  'feed_events.payload',
  'security_events.actor_id',
  'trackers.request_id',
  'webhooks.request_id',
]

/** `keep_sharing` lets a request write no other start than now, and a constraint no end but within a day of it. */
const byTrigger = ['presence_sharing.started_at', 'presence_sharing.ends_at']

it('every time, list, key and document that a request may write has a rule that lets it be read again', async () => {
  const { rows } = await db.pool.query<{ name: string; rules: string }>(`
    select c.relname || '.' || a.attname as name, coalesce(string_agg(pg_get_constraintdef(k.oid), ' '), '') as rules
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_constraint k on k.conrelid = c.oid and k.contype in ('c', 'f') and a.attnum = any(k.conkey)
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and (t.typcategory in ('D', 'A') or t.typname in ('uuid', 'json', 'jsonb'))
      and (has_column_privilege('muster_app', c.oid, a.attnum, 'insert') or has_column_privilege('muster_app', c.oid, a.attnum, 'update'))
    group by 1`)
  const free = rows.filter(
    ({ name, rules }) =>
      ![...byTrigger, ...settled].includes(name) &&
      !/9999-01-01|array_ndims|89ab|jsonb_typeof|FOREIGN KEY/.test(rules),
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(free).toEqual([])
})

describe('a request that writes past the program', () => {
  beforeEach(async () => {
    await db.pool.query(
      `insert into presence_sharing (user_id, zone_id, session_id, ends_at) values ($1, $2, $3, now() + interval '1 hour')
       on conflict do nothing`,
      [user.id, zone.id, user.sessionId],
    )
    await db.pool.query(
      'insert into location_tracking_requests (user_id, zone_id, requested_by) values ($1, $2, $3) on conflict do nothing',
      [user.id, zone.id, client.id],
    )
  })

  it.each([
    `update presence_sharing set paused_at = 'infinity'`,
    `update presence_sharing set paused_at = '290000-01-01'`,
    `update presence_sharing set paused_at = '100-01-01 BC'`,
    `update location_tracking_requests set status = 'declined', answered_at = 'infinity'`,
    'update user_profiles set skills = array[null]',
    `update user_profiles set skills = array['First aid', null]`,
    `update user_profiles set skills = '{{a,b},{c,d}}'`,
    `update user_profiles set user_code = ''`,
    `update user_profiles set user_code = E'MUS\\nABCD'`,
    `update user_profiles set profile_image = 'avatars/' || id || '/../another/photo.webp'`,
    `update user_profiles set profile_image = 'avatars/' || id || '/.../another/photo.webp'`,
    `update user_profiles set profile_image = 'avatars/' || id || '/'`,
    `update user_profiles set profile_image = 'avatars/' || id || E'/a\\n.webp'`,
  ])('leaves nothing that cannot be read: %s', async statement => {
    await expect(as(user, statement)).rejects.toMatchObject({ code: '23514' })
  })

  it('does not say when a profile or a zone was changed', async () => {
    for (const [who, table] of [
      [user, 'user_profiles'],
      [client, 'zones'],
    ] as const)
      await expect(as(who, `update ${table} set updated_at = 'infinity'`)).rejects.toMatchObject({
        code: '42501',
      })
    await db.pool.query(`update zones set updated_at = '2020-01-01'`)
    await db.pool.query(`update user_profiles set updated_at = '2020-01-01'`)
    await as(client, `update zones set description = 'Another'`)
    await as(user, `update user_profiles set skills = '{}'`)
    const { zones, people } = await rowOf(
      `select (select updated_at from zones where id = $1) as zones, (select updated_at from user_profiles where id = $2) as people`,
      [zone.id, user.id],
    )
    expect(Date.now() - zones.getTime()).toBeLessThan(60_000)
    expect(Date.now() - people.getTime()).toBeLessThan(60_000)
  })

  it.each([
    ['[]', `'[]'`, 'gen_random_uuid()'],
    ['a text', `'"x"'`, 'gen_random_uuid()'],
    ['an unusual key', `'{}'`, `'11111111-1111-1111-1111-111111111111'`],
  ])('leaves no event in the log that cannot be read: %s', async (_, metadata, id) => {
    const insert = `insert into security_events (id, event_type, description, actor_id, metadata)
      values (${id}, 'user_action_tried', 'x', actor_id(), ${metadata})`
    await expect(as(user, insert)).rejects.toMatchObject({ code: '23514' })
    const notice = `insert into data_breach_notifications (id, description, affected_users_count, severity, created_by, metadata)
      values (${id}, 'x', 1, 'low', actor_id(), ${metadata})`
    await expect(as(admin, notice)).rejects.toMatchObject({ code: '23514' })
  })

  it('leaves no event about nobody', async () => {
    const insert = `insert into security_events (event_type, description, actor_id, affected_user_id)
      values ('data_access', 'x', actor_id(), '11111111-1111-1111-1111-111111111111')`
    await expect(as(admin, insert)).rejects.toMatchObject({ code: '23514' })
  })

  const add = (change: Record<string, unknown>) => {
    const { address, kinds, zoneIds, by } = {
      address: 'https://receiver.example/muster?x=1',
      kinds: ['zone.created'] as unknown,
      zoneIds: null,
      by: admin.id,
      ...change,
    }
    return as(
      admin,
      `insert into webhooks (name, address, secret, kinds, zone_ids, created_by) values ('x', $1, 'x', $2, $3, $4)`,
      [address, kinds, zoneIds, by],
    )
  }

  it.each([
    ['a file', { address: 'file:///etc/passwd' }],
    ['no address', { address: 'x' }],
    ['two lines', { address: 'https://receiver.example/\nx' }],
    ['an unknown kind', { kinds: ['zone.created', 'zone.imagined'] }],
    ['no kind at all', { kinds: [null] }],
    ['a table of kinds', { kinds: [['zone.created'], ['zone.deleted']] }],
    ['a kind over and over', { kinds: Array.from({ length: 13 }, () => 'zone.created') }],
    ['no zone at all', { zoneIds: [null] }],
    ['a table of zones', { zoneIds: [[crypto.randomUUID()], [crypto.randomUUID()]] }],
    ['what is no key of a zone', { zoneIds: ['11111111-1111-1111-1111-111111111111'] }],
  ])('adds no webhook with %s', async (_, change) => {
    await expect(add(change)).rejects.toMatchObject({ code: '23514' })
  })

  it('adds a webhook in no name but their own', async () => {
    await expect(add({ by: user.id })).rejects.toMatchObject({ code: '42501' })
    await expect(add({ by: null })).rejects.toMatchObject({ code: '42501' })
    await add({ kinds: [...webhookKinds], zoneIds: [zone.id, crypto.randomUUID()] })
    for (const address of ['HTTPS://Receiver.example', 'http://[::1]:8080/a?b#c', 'https:receiver.example'])
      await add({ address })
  })
})

it('what was written before is mended, and its rows go on', async () => {
  const dropped: Record<string, string[]> = {
    zones: ['updated_at_sayable'],
    presence_sharing: ['paused_at_sayable'],
    location_tracking_requests: ['answered_at_sayable'],
    user_profiles: ['updated_at_sayable', 'skills_whole', 'user_code_typeable', 'profile_image_plain'],
    webhooks: ['address_web', 'zone_ids_whole', 'kinds_known'],
    security_events: ['ids_usual', 'metadata_object'],
    data_breach_notifications: ['id_usual', 'metadata_object'],
  }
  for (const [table, names] of Object.entries(dropped))
    for (const name of names) await db.pool.query(`alter table ${table} drop constraint ${name}`)
  await db.pool.query('delete from schema_migrations where version = 30')
  await db.pool.query('delete from webhooks')
  for (const statement of [
    `update zones set updated_at = 'infinity'`,
    `update presence_sharing set paused_at = '-infinity'`,
    `update location_tracking_requests set status = 'declined', answered_at = 'infinity'`,
    `update user_profiles set updated_at = 'infinity', skills = '{{a,null},{c,d}}', user_code = E'\\n' || id,
       profile_image = 'avatars/' || id || '/../x.webp'`,
    `update user_profiles set skills = array['a', null, 'b'], profile_image = 'avatars/' || id || '/x.webp', user_code = 'MUS-ABCD-EFGH-IJKL'
       where role = 'app_user'`,
    `insert into webhooks (name, address, secret, kinds, zone_ids) values
       ('a', 'file:///x', 'x', '{zone.created}', null), ('b', 'https://x.example', 'x', '{imagined}', null),
       ('c', 'https://x.example', 'x', '{imagined,zone.created}', null), ('d', 'https://x.example', 'x', '{zone.created}', '{null}'),
       ('f', 'https://x.example', 'x', '{zone.created}', array['11111111-1111-1111-1111-111111111111', gen_random_uuid()]::uuid[]),
       ('e', 'https://x.example', 'x', '{zone.created}', null)`,
  ])
    await db.pool.query(statement)
  expect((await migrate(database.url)).applied).toEqual(['0030-bound-times-and-lists.sql'])
  const { rows: people } = await db.pool.query(
    `select role, skills, user_code, profile_image is null as bare, isfinite(updated_at) as finite from user_profiles order by role`,
  )
  expect(people).toEqual([
    { role: 'app_user', skills: ['a', 'b'], user_code: 'MUS-ABCD-EFGH-IJKL', bare: false, finite: true },
    ...['client_admin', 'super_admin'].map(role => ({
      role,
      skills: ['a', 'c', 'd'],
      user_code: expect.stringMatching(/^MUS-[A-P]{4}-[A-P]{4}-[A-P]{4}$/),
      bare: true,
      finite: true,
    })),
  ])
  const { rows: webhooks } = await db.pool.query(
    'select name, address, kinds, cardinality(zone_ids) as zones, active from webhooks order by name',
  )
  const usual = { address: 'https://x.example', kinds: ['zone.created'], zones: null, active: false }
  expect(webhooks).toEqual([
    { ...usual, name: 'a', address: 'https://unknown.invalid/' },
    { ...usual, name: 'b', kinds: ['zone.deleted'] },
    { ...usual, name: 'c' },
    { ...usual, name: 'd', zones: 1 },
    { ...usual, name: 'e', active: true },
    { ...usual, name: 'f', zones: 1 },
  ])
  expect(
    await rowOf(`select bool_and(paused_at = started_at) as paused from presence_sharing`),
  ).toMatchObject({ paused: true })
})
