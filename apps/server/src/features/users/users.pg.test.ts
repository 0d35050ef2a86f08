import type { ZonePerson } from '@muster/contract/users.ts'
import { can } from '@muster/domain/permission.ts'
import { creatableRoles, isInternalAdmin, mayGiveZoneRole, roles, zoneRoles } from '@muster/domain/role.ts'
import { searchWords } from '@muster/domain/search-words.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { callerOf, codeOf } from '../../testing/caller.ts'
import { factories, type TestUser } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createCodeTries } from './code-tries.ts'
import { usersProcedures } from './users.procedures.ts'

type RoleInZone = (typeof creatableRoles)[number]
const placeOf = (person: ZonePerson) => (person.invited ? null : person.position)
const searchSamples = [
  '  José  Núñez-Øster ',
  "o'brien@site-7.example",
  'MUS-9E45-BBBB',
  'राजेश्वरी मुखर्जी',
  'عبد الرحمن',
  '[a]^b_`{c}~|d',
]

let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>
const call = () => callerOf({ users: usersProcedures({ codeTries: createCodeTries(db) }) }, db)

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  make = factories(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function zoneWithManager() {
  const [zone, manager] = await Promise.all([make.zone(), make.user({ role: 'zone_manager_rw' })])
  await make.assign(manager, zone, 'zone_manager_rw')
  return { zone, manager }
}

const events = async (kind: string, userId: string) =>
  (
    await db.pool.query(
      `select topic from feed_events where kind = $1 and payload ->> 'userId' = $2 order by topic`,
      [kind, userId],
    )
  ).rows.map(row => row.topic)

describe('adding a user by code', () => {
  it('invites the owner of the code, however the code was typed, and tells zone and person', async () => {
    const { zone, manager } = await zoneWithManager()
    const newcomer = await make.user({ firstName: 'Kiran' })
    const answer = await call()(manager).users.addByCode({
      zoneId: zone.id,
      userCode: `  ${newcomer.userCode.toLowerCase()} `,
      role: 'app_user',
    })
    expect(answer).toEqual({ userId: newcomer.id, userName: 'Kiran Test' })
    const { rows } = await call()(manager).users.inZone({ zoneId: zone.id })
    expect(rows[0]).toMatchObject({ userId: newcomer.id, zoneRole: 'app_user', invited: true })
    expect(await events('membership.added', newcomer.id)).toEqual([`user:${newcomer.id}`, `zone:${zone.id}`])
  })

  it('refuses an unknown code, a code that is none, and the code of somebody suspended or an internal admin', async () => {
    const { zone, manager } = await zoneWithManager()
    const suspended = await make.user({ status: 'suspended' })
    const admin = await make.user({ role: 'admin' })
    for (const userCode of ['MUS-BBBB-BBBB-BBBB', 'nonsense', suspended.userCode, admin.userCode]) {
      const attempt = call()(manager).users.addByCode({ zoneId: zone.id, userCode, role: 'app_user' })
      expect(await codeOf(attempt)).toBe('INVALID_CODE')
    }
  })

  it('refuses a second assignment', async () => {
    const { zone, manager } = await zoneWithManager()
    const newcomer = await make.user()
    const add = () =>
      call()(manager).users.addByCode({ zoneId: zone.id, userCode: newcomer.userCode, role: 'app_user' })
    const codes = await Promise.all([codeOf(add()), codeOf(add())])
    expect(codes.sort()).toEqual(['ALREADY_ASSIGNED', undefined])
    expect(await events('membership.added', newcomer.id)).toHaveLength(2)
  })

  it.each(['zone_manager_ro', 'app_user'] as const)('is not for a %s of the zone', async role => {
    const { zone } = await zoneWithManager()
    const [member, newcomer] = await Promise.all([make.user({ role }), make.user()])
    await make.assign(member, zone, role)
    const attempt = call()(member).users.addByCode({
      zoneId: zone.id,
      userCode: newcomer.userCode,
      role: 'app_user',
    })
    expect(await codeOf(attempt)).toBe('ADD_USER_FORBIDDEN')
  })

  it('is not for a manager of another zone, to whom the zone does not exist', async () => {
    const { zone } = await zoneWithManager()
    const { manager: stranger } = await zoneWithManager()
    const newcomer = await make.user()
    const attempt = call()(stranger).users.addByCode({
      zoneId: zone.id,
      userCode: newcomer.userCode,
      role: 'app_user',
    })
    expect(await codeOf(attempt)).toBe('ZONE_NOT_FOUND')
  })

  it('needs the PIN entered in this session', async () => {
    const [zone, manager, newcomer] = await Promise.all([make.zone(), make.user(), make.user()])
    await make.assign(manager, zone, 'zone_manager_rw', false)
    const attempt = call()(manager).users.addByCode({
      zoneId: zone.id,
      userCode: newcomer.userCode,
      role: 'app_user',
    })
    expect(await codeOf(attempt)).toBe('ZONE_ENTRY_REQUIRED')
  })
})

describe('unlinking a user', () => {
  it('ends the membership, the open visit and the state, and lowers the occupancy', async () => {
    const { zone, manager } = await zoneWithManager()
    const member = await make.user()
    await make.assign(member, zone)
    await db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '90 minutes', captured_at = now()
       where user_id = $1`,
      [member.id],
    )
    await db.pool.query(
      `insert into presence_history (zone_id, user_id, entry_time, tracking_source)
       values ($1, $2, now() - interval '90 minutes', 'manual')`,
      [zone.id, member.id],
    )
    await call()(manager).users.unlink({ zoneId: zone.id, userId: member.id })
    const { rows } = await db.pool.query(
      `select (select current_occupancy from zones where id = $1) as occupancy,
        (select count(*) from presence_tracking where user_id = $2) as states,
        (select duration_minutes from presence_history where user_id = $2) as minutes,
        (select count(*) from zone_entries where user_id = $2) as entries`,
      [zone.id, member.id],
    )
    expect(rows[0]).toEqual({ occupancy: 0, states: 0, minutes: 90, entries: 0 })
    expect(await events('membership.removed', member.id)).toHaveLength(2)
  })

  it('never unlinks oneself', async () => {
    const { zone, manager } = await zoneWithManager()
    expect(await codeOf(call()(manager).users.unlink({ zoneId: zone.id, userId: manager.id }))).toBe(
      'SELF_UNLINK',
    )
  })

  it('never removes the last zone manager, not even when two try at once', async () => {
    const { zone, manager } = await zoneWithManager()
    const other = await make.user({ role: 'zone_manager_rw' })
    await make.assign(other, zone, 'zone_manager_rw')
    const codes = await Promise.all([
      codeOf(call()(manager).users.unlink({ zoneId: zone.id, userId: other.id })),
      codeOf(call()(other).users.unlink({ zoneId: zone.id, userId: manager.id })),
    ])
    expect(codes.filter(code => code === undefined)).toHaveLength(1)
    const { rows } = await db.pool.query('select count(*) from zone_assignments where zone_id = $1', [
      zone.id,
    ])
    expect(rows[0].count).toBe(1)
  })

  it('says so of somebody who is not assigned', async () => {
    const { zone, manager } = await zoneWithManager()
    const stranger = await make.user()
    expect(await codeOf(call()(manager).users.unlink({ zoneId: zone.id, userId: stranger.id }))).toBe(
      'NOT_ASSIGNED',
    )
  })
})

describe('changing a role', () => {
  const change = (by: TestUser, zoneId: string, userId: string, role: RoleInZone) =>
    codeOf(call()(by).users.changeRole({ zoneId, userId, role }))
  const roleNow = async (zoneId: string, userId: string) =>
    (
      await db.pool.query('select role from zone_assignments where zone_id = $1 and user_id = $2', [
        zoneId,
        userId,
      ])
    ).rows[0]?.role

  it('is written, noted and announced; the same role again is nothing', async () => {
    const { zone, manager } = await zoneWithManager()
    const member = await make.user()
    await make.assign(member, zone)
    expect(await change(manager, zone.id, member.id, 'zone_manager_ro')).toBeUndefined()
    expect(await change(manager, zone.id, member.id, 'zone_manager_ro')).toBeUndefined()
    expect(await roleNow(zone.id, member.id)).toBe('zone_manager_ro')
    expect(await events('membership.changed', member.id)).toEqual([`user:${member.id}`, `zone:${zone.id}`])
    const { rows } = await db.pool.query(
      "select actor_id, metadata from security_events where affected_user_id = $1 and event_type = 'member_role_changed'",
      [member.id],
    )
    expect(rows).toEqual([
      {
        actor_id: manager.id,
        metadata: { zoneId: zone.id, role: 'zone_manager_ro', roleBefore: 'app_user' },
      },
    ])
  })

  it('never goes above oneself, either way: all pairs of roles', async () => {
    const found: Record<string, string[]> = {}
    for (const own of roles) {
      const zone = await make.zone()
      const actor = await make.user({ role: own })
      if (!isInternalAdmin(own)) await make.assign(actor, zone, own)
      // Somebody else manages it, so that no refusal is that of the last manager.
      await make.assign(await make.user(), zone, 'zone_manager_rw')
      found[own] = []
      for (const before of zoneRoles) {
        const member = await make.user()
        await make.assign(member, zone, before)
        for (const role of creatableRoles) {
          await db.pool.query('update zone_assignments set role = $3 where zone_id = $1 and user_id = $2', [
            zone.id,
            member.id,
            before,
          ])
          const code = await change(actor, zone.id, member.id, role)
          const may = can(own, 'change_roles') && mayGiveZoneRole(own, before) && mayGiveZoneRole(own, role)
          expect(code === undefined, `${own}: ${before} to ${role} (${code})`).toBe(may)
          expect(await roleNow(zone.id, member.id)).toBe(may ? role : before)
          if (may) found[own].push(`${before} to ${role}`)
        }
      }
    }
    const managers = ['app_user', 'zone_manager_ro', 'zone_manager_rw']
    expect(found.zone_manager_rw?.sort()).toEqual(
      managers.flatMap(before => managers.map(role => `${before} to ${role}`)).sort(),
    )
    expect(Object.keys(found).filter(own => found[own]?.length)).toEqual([
      'super_admin',
      'admin',
      'zone_manager_rw',
    ])
  })

  it('is never of oneself, nor of the last manager, nor of a stranger', async () => {
    const { zone, manager } = await zoneWithManager()
    const admin = await make.user({ role: 'admin' })
    expect(await change(manager, zone.id, manager.id, 'app_user')).toBe('SELF_CHANGE')
    expect(await change(admin, zone.id, manager.id, 'app_user')).toBe('LAST_MANAGER')
    expect(await change(admin, zone.id, manager.id, 'zone_manager_ro')).toBeUndefined()
    expect(await change(admin, zone.id, (await make.user()).id, 'app_user')).toBe('NOT_ASSIGNED')
  })

  it('takes what the new role may no longer do, at once', async () => {
    const { zone, manager } = await zoneWithManager()
    const other = await make.user()
    await make.assign(other, zone, 'zone_manager_rw')
    expect(await change(manager, zone.id, other.id, 'app_user')).toBeUndefined()
    expect(await codeOf(call()(other).users.inZone({ zoneId: zone.id }))).toBe('VIEW_USERS_FORBIDDEN')
  })
})

describe('resetting a PIN', () => {
  it('is for nobody themselves, however they write their own id', async () => {
    const { zone, manager } = await zoneWithManager()
    for (const userId of [manager.id, manager.id.toUpperCase()])
      expect(await codeOf(call()(manager).users.resetPin({ zoneId: zone.id, userId }))).toBe('FORBIDDEN')
  })
})

describe('the lock of a PIN', () => {
  const setPin = (userId: string, failures: Date[]) =>
    db.pool.query(
      `insert into entry_pins (user_id, pin_hash, failures) values ($1, 'x', $2)
       on conflict (user_id) do update set failures = excluded.failures`,
      [userId, failures],
    )

  it('is told to those who may reset it, with its end, and every change of it is announced', async () => {
    const { zone, manager } = await zoneWithManager()
    const member = await make.user()
    await make.assign(member, zone)
    const pinOf = async () =>
      (await call()(manager).users.detail({ zoneId: zone.id, userId: member.id })).member
    await setPin(member.id, [])
    expect(await pinOf()).toMatchObject({ pin: 'open', pinLockedUntil: null })
    const last = Date.now()
    await setPin(
      member.id,
      [4, 3, 2, 1, 0].map(seconds => new Date(last - seconds * 1_000)),
    )
    expect(await pinOf()).toMatchObject({
      pin: 'locked',
      pinLockedUntil: new Date(last + 15 * 60_000).toISOString(),
    })
    const askedAt = new Date(last)
    await db.pool.query('update entry_pins set reset_asked_at = $2 where user_id = $1', [member.id, askedAt])
    expect(await pinOf()).toMatchObject({ pinResetAskedAt: askedAt.toISOString() })
    await call()(manager).users.resetPin({ zoneId: zone.id, userId: member.id })
    expect(await pinOf()).toMatchObject({ pin: 'open', pinResetAskedAt: null })
    const asked = 'select reset_asked_at from entry_pins where user_id = $1'
    expect((await db.pool.query(asked, [member.id])).rows).toEqual([{ reset_asked_at: null }])
    const told = [`user:${member.id}`, `zone:${zone.id}`]
    const announced = await events('pin.changed', member.id)
    expect(announced.filter(topic => topic === told[0])).toHaveLength(4)
    expect(announced.filter(topic => topic === told[1])).toHaveLength(4)
  })
})

describe('past the program, as the role of requests', () => {
  const as = (user: TestUser, statement: string, values: unknown[] = []) =>
    db.asActor({ userId: user.id, sessionId: user.sessionId }, tx =>
      tx.executeQuery(CompiledQuery.raw(statement, values)).then(result => result.rows),
    )

  it('a manager links nobody but by code, and nobody as client admin', async () => {
    const { zone, manager } = await zoneWithManager()
    const stranger = await make.user()
    const insert =
      'insert into zone_assignments (user_id, zone_id, role, assigned_by) values ($1, $2, $3, $4)'
    await expect(as(manager, insert, [stranger.id, zone.id, 'app_user', manager.id])).rejects.toThrow(
      'permission denied',
    )
    const link = 'select * from link_user_by_code($1, $2, $3)'
    expect(await as(manager, link, [stranger.userCode, zone.id, 'client_admin'])).toEqual([])
    expect(await as(manager, 'select id from user_profiles where id = $1', [stranger.id])).toEqual([])
  })

  it('a manager removes nobody but one by one, not themselves and never the last manager', async () => {
    const { zone, manager } = await zoneWithManager()
    const [member, client] = [await make.user(), await make.user({ role: 'client_admin' })]
    await make.assign(member, zone)
    await make.assign(client, zone, 'client_admin')
    await expect(as(manager, 'delete from zone_assignments where zone_id = $1', [zone.id])).rejects.toThrow(
      'permission denied',
    )
    await expect(
      as(manager, `update zone_assignments set assigned_at = now() where zone_id = $1`, [zone.id]),
    ).rejects.toThrow('permission denied')
    const unlink = (by: TestUser, user: TestUser) =>
      as(by, 'select unlink_member($1, $2) as outcome', [zone.id, user.id])
    await expect(unlink(manager, manager)).rejects.toMatchObject({ code: '42501' })
    await expect(unlink(member, client)).rejects.toMatchObject({ code: '42501' })
    await expect(unlink((await zoneWithManager()).manager, member)).rejects.toMatchObject({ code: '42501' })
    expect(await unlink(client, manager)).toEqual([{ outcome: 'last_manager' }])
    expect(await unlink(manager, member)).toEqual([{ outcome: 'unlinked' }])
  })

  it('nobody writes into the feed of another zone, or what only the database says', async () => {
    const { zone: theirs } = await zoneWithManager()
    const { zone, manager } = await zoneWithManager()
    const insert = `insert into feed_events (topic, kind, payload) values ($1, $2, '{}')`
    for (const [topic, kind] of [
      [`zone:${theirs.id}`, 'zone.changed'],
      [`user:${theirs.id}`, 'zone.changed'],
      [`user:${manager.id}`, 'session.revoked'],
      [`user:${manager.id}`, 'pin.changed'],
      [`user:${manager.id}`, 'session.started'],
      [`zone:${zone.id}`, 'membership.added'],
      ['admin', 'zone.created'],
      [`user:${manager.id}`, 'zone.created'],
      [`zone:${zone.id}`, 'zone.changed'],
      [`zone:${zone.id}`, 'made.up'],
    ])
      await expect(as(manager, insert, [topic, kind])).rejects.toThrow('row-level security')
    const admin = await make.user({ role: 'admin' })
    await as(admin, insert, ['admin', 'zone.created'])
    await expect(as(admin, insert, ['admin', 'zone.removed'])).rejects.toThrow('row-level security')
  })

  it('who is no longer a member of a zone they created sees it no more, and cannot come back', async () => {
    const client = await make.user({ role: 'client_admin' })
    const shape = { boundary: 'rectangle', start: { lat: 1, lng: 1 }, end: { lat: 2, lng: 2 } }
    await as(client, `select create_zone($1, 'Mine', null, null, $2, 1, 1, 2, 2)`, [
      '01a1f7bb-0000-7000-8000-000000000001',
      JSON.stringify(shape),
    ])
    expect(await as(client, `select id from zones where name = 'Mine'`)).toHaveLength(1)
    await db.pool.query('delete from zone_assignments where user_id = $1', [client.id])
    expect(await as(client, `select id from zones where name = 'Mine'`)).toEqual([])
  })

  it('a client admin learns who is inside, and not where', async () => {
    const { zone, manager } = await zoneWithManager()
    const [client, member] = await Promise.all([make.user({ role: 'client_admin' }), make.user()])
    await make.assign(client, zone, 'client_admin')
    await make.assign(member, zone)
    await db.pool.query(
      'update presence_tracking set latitude = 28.6, longitude = 77.2, captured_at = now() where user_id = $1',
      [member.id],
    )
    const positionFor = async (viewer: TestUser) =>
      placeOf((await call()(viewer).users.detail({ zoneId: zone.id, userId: member.id })).person)
    const listedFor = async (viewer: TestUser, list: 'people' | 'places') =>
      (await call()(viewer).users.inZone({ zoneId: zone.id, list })).rows
        .filter(row => row.userId === member.id)
        .map(placeOf)
    expect(await listedFor(manager, 'people')).toEqual([null])
    expect(await listedFor(manager, 'places')).toMatchObject([{ lat: 28.6, lng: 77.2 }])
    expect(await listedFor(client, 'places')).toEqual([null])
    expect(await positionFor(manager)).toMatchObject({ lat: 28.6, lng: 77.2 })
    expect(await positionFor(client)).toBeNull()
    await expect(as(client, 'select latitude from presence_tracking')).rejects.toThrow('permission denied')
  })
})

describe('the users of a zone', () => {
  /** A manager and these people in a zone, in the order of the list: the last first. */
  async function peopled(...names: [first: string, last: string][]) {
    const { zone, manager } = await zoneWithManager()
    const people: TestUser[] = []
    for (const [firstName, lastName] of names) {
      const person = await make.user({ firstName })
      await db.pool.query('update user_profiles set last_name = $2 where id = $1', [person.id, lastName])
      await make.assign(person, zone)
      people.push(person)
    }
    const list = (
      input: Partial<Parameters<ReturnType<ReturnType<typeof call>>['users']['inZone']>[0]> = {},
    ) => call()(manager).users.inZone({ zoneId: zone.id, ...input })
    const names_ = async (search: string) => (await list({ search })).rows.map(it => it.firstName)
    return { zone, manager, people, list, names: names_ }
  }

  it('are filtered by the role they have there', async () => {
    const { zone, manager } = await zoneWithManager()
    const watcher = await make.user({ role: 'client_admin' })
    await make.assign(watcher, zone, 'zone_manager_ro')
    const found = async (role: (typeof zoneRoles)[number]) =>
      (await call()(manager).users.inZone({ zoneId: zone.id, role })).rows.map(row => row.userId)
    expect(await found('zone_manager_ro')).toEqual([watcher.id])
    expect(await found('zone_manager_rw')).toEqual([manager.id])
    expect(await found('client_admin')).toEqual([])
  })

  it('come a page at a time, newest first, none twice and none left out where two are of one moment', async () => {
    const { zone, manager, people, list } = await peopled(
      ['A', 'x'],
      ['B', 'x'],
      ['C', 'x'],
      ['D', 'x'],
      ['E', 'x'],
    )
    await db.pool.query(
      `update zone_assignments set assigned_at = '2026-01-01T00:00:00.123456Z' where zone_id = $1`,
      [zone.id],
    )
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ cursor, limit: 2 })
      seen.push(...page.rows.map(it => it.userId))
      cursor = page.next ?? undefined
      // Rewrites a row, which then lies elsewhere, and adds one that stands before all of them.
      await db.pool.query('update zone_assignments set role = role where user_id = $1', [people[1]?.id])
      if (seen.length === 2) await make.assign(await make.user(), zone)
    } while (cursor)
    expect(seen.toSorted()).toEqual([manager, ...people].map(it => it.id).toSorted())
  })

  it('are found by the beginnings of words of name, address and code, whatever the accents and the script', async () => {
    const { people, names } = await peopled(['José', 'Núñez'], ['राजेश्वरी', 'मुखर्जी'], ['Bo', "O'Brien-Lind"])
    const [jose, , bo] = people
    expect(await names('jose nun')).toEqual(['José'])
    expect(await names('NÚÑ josé')).toEqual(['José'])
    expect(await names('मुख')).toEqual(['राजेश्वरी'])
    expect(await names('lind bo')).toEqual(['Bo'])
    expect(await names(bo?.email ?? '')).toEqual(['Bo'])
    expect(await names(jose?.userCode.slice(9).toLowerCase() ?? '')).toEqual(['José'])
    expect(await names('rien')).toEqual([])
    expect(await names("'&|!:*()\\ %")).toHaveLength(4)
  })

  it.each(searchSamples)('the words of %j are the same in the index and in the program', async text => {
    const { rows } = await db.pool.query('select tsvector_to_array(search_words($1)) as words', [text])
    expect(rows[0].words.toSorted()).toEqual([...new Set(searchWords(text))].toSorted())
  })

  it('are filtered and counted by where they are, and who is only invited is not checked in', async () => {
    const { zone, manager, people, list } = await peopled(['In', 'x'], ['Out', 'x'], ['Gone', 'x'])
    const [inside, outside, gone] = people
    const state = (user: TestUser | undefined, isInside: boolean, ago: string) =>
      db.pool.query(
        `update presence_tracking set is_inside_zone = $2, entry_time = now(), captured_at = now() - $3::interval
         where user_id = $1`,
        [user?.id, isInside, ago],
      )
    await state(inside, true, '1 minute')
    await state(outside, false, '1 day')
    await state(gone, true, '31 minutes')
    await make.invite(await make.user({ firstName: 'Guest' }), zone, manager)
    const idsOf = async (presence: 'inside' | 'outside' | 'unknown') =>
      (await list({ presence })).rows.map(it => it.userId)
    expect(await idsOf('inside')).toEqual([gone?.id, inside?.id])
    expect(await idsOf('outside')).toEqual([outside?.id])
    expect(await idsOf('unknown')).toHaveLength(2)
    const counts = { all: 5, inside: 2, outside: 1, unknown: 2, unseen: 1 }
    expect(await call()(manager).users.counts({ zoneId: zone.id })).toEqual(counts)
    await db.pool.query(`update user_profiles set last_name = '' where id = $1`, [outside?.id])
    expect(await call()(manager).users.counts({ zoneId: zone.id, list: 'places' })).toEqual({
      ...counts,
      all: 4,
      outside: 0,
    })
    expect((await list({ list: 'places' })).rows).toHaveLength(4)
  })

  it('and where they are, each is noted in the security log once while somebody keeps looking', async () => {
    const { zone, manager } = await zoneWithManager()
    const member = await make.user()
    await make.assign(member, zone)
    await db.pool.query(
      'update presence_tracking set latitude = 28.6, longitude = 77.2, captured_at = now() where user_id = $1',
      [member.id],
    )
    const looks = async () =>
      (
        await db.pool.query(
          `select event_type, affected_user_id as of, metadata from security_events where actor_id = $1
           order by created_at, event_type`,
          [manager.id],
        )
      ).rows
    const list = { accessType: 'zone_users', zoneId: zone.id }
    const { users } = call()(manager)
    for (let n = 0; n < 2; n++) await users.inZone({ zoneId: zone.id, search: 'person' })
    const data = { event_type: 'data_access', of: null, metadata: list }
    expect(await looks()).toEqual([data])
    for (let n = 0; n < 2; n++) await users.inZone({ zoneId: zone.id, list: 'places' })
    const places = { event_type: 'location_access', of: null, metadata: list }
    expect(await looks()).toEqual([data, places])
    for (const userId of [member.id, manager.id, member.id]) await users.detail({ zoneId: zone.id, userId })
    const one = { ...places, of: member.id, metadata: { ...list, accessType: 'user_details' } }
    expect(await looks()).toEqual([data, places, one])
  })

  it('and their details are for nobody who may not see them, and of nobody who is not there', async () => {
    const { zone, manager, people } = await peopled(['A', 'x'])
    const [member, stranger] = [people[0] as TestUser, await make.user()]
    const detail = (viewer: TestUser, userId: string) =>
      codeOf(call()(viewer).users.detail({ zoneId: zone.id, userId }))
    expect(await detail(member, manager.id)).toBe('VIEW_USERS_FORBIDDEN')
    expect(await detail(manager, stranger.id)).toBe('NOT_ASSIGNED')
    expect(await codeOf(call()(member).users.counts({ zoneId: zone.id }))).toBe('VIEW_USERS_FORBIDDEN')
  })

  it('are not shown to app users', async () => {
    const { zone } = await zoneWithManager()
    const member = await make.user()
    await make.assign(member, zone)
    expect(await codeOf(call()(member).users.inZone({ zoneId: zone.id }))).toBe('VIEW_USERS_FORBIDDEN')
  })

  it('need a sign-in', async () => {
    const zone = await make.zone()
    expect(await codeOf(call()().users.inZone({ zoneId: zone.id }))).toBe('UNAUTHORIZED')
  })
})
