import type { zoneRoles } from '@muster/domain/role.ts'
import { searchWords } from '@muster/domain/search-words.ts'
import { describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testUsers } from './testing/test-users.ts'

const searchSamples = [
  '  José  Núñez-Øster ',
  "o'brien@site-7.example",
  'MUS-9E45-BBBB',
  'राजेश्वरी मुखर्जी',
  'عبد الرحمن',
  '[a]^b_`{c}~|d',
]

const world = testUsers()

describe('the users of a zone', () => {
  /** Creates a zone with a manager and these people, in this order, and functions that list and search its people. */
  async function createPeople(...names: [first: string, last: string][]) {
    const { zone, manager } = await world.zoneWithManager()
    const people: TestUser[] = []
    for (const [firstName, lastName] of names) {
      const person = await world.make.user({ firstName })
      await world.db.pool.query('update user_profiles set last_name = $2 where id = $1', [
        person.id,
        lastName,
      ])
      await world.make.assign(person, zone)
      people.push(person)
    }
    const listPeople = (
      input: Partial<Parameters<ReturnType<typeof world.call>['users']['inZone']>[0]> = {},
    ) => world.call(manager).users.inZone({ zoneId: zone.id, ...input })
    const searchNames = async (search: string) => (await listPeople({ search })).rows.map(it => it.firstName)
    return { zone, manager, people, list: listPeople, names: searchNames }
  }

  it('can be filtered by their role in the zone', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const clientAdmin = await world.make.user({ role: 'client_admin' })
    await world.make.assign(clientAdmin, zone, 'zone_manager_ro')
    const listNames = async (role: (typeof zoneRoles)[number]) =>
      (await world.call(manager).users.inZone({ zoneId: zone.id, role })).rows.map(row => row.userId)
    expect(await listNames('zone_manager_ro')).toEqual([clientAdmin.id])
    expect(await listNames('zone_manager_rw')).toEqual([manager.id])
    expect(await listNames('client_admin')).toEqual([])
  })

  it('are paged, newest first, without duplicates or gaps for equal times', async () => {
    const { zone, manager, people, list } = await createPeople(
      ['A', 'x'],
      ['B', 'x'],
      ['C', 'x'],
      ['D', 'x'],
      ['E', 'x'],
    )
    await world.db.pool.query(
      `update zone_assignments set assigned_at = '2026-01-01T00:00:00.123456Z' where zone_id = $1`,
      [zone.id],
    )
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ cursor, limit: 2 })
      names.push(...page.rows.map(it => it.userId))
      cursor = page.next ?? undefined
      // Move a row on disk by updating it, and add a person who is listed before all others.
      await world.db.pool.query('update zone_assignments set role = role where user_id = $1', [people[1]?.id])
      if (names.length === 2) await world.make.assign(await world.make.user(), zone)
    } while (cursor)
    expect(names.toSorted()).toEqual([manager, ...people].map(it => it.id).toSorted())
  })

  it('are found by prefixes of words in name, email address and code, in any script, with or without accents', async () => {
    const { people, names } = await createPeople(
      ['José', 'Núñez'],
      ['राजेश्वरी', 'मुखर्जी'],
      ['Bo', "O'Brien-Lind"],
    )
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

  it.each(searchSamples)('%j is split into the same words by the index and by the server', async text => {
    const { rows } = await world.db.pool.query('select tsvector_to_array(search_words($1)) as words', [text])
    expect(rows[0].words.toSorted()).toEqual([...new Set(searchWords(text))].toSorted())
  })

  it('can be filtered and counted by presence; invited people do not count as checked in', async () => {
    const { zone, manager, people, list } = await createPeople(['In', 'x'], ['Out', 'x'], ['Gone', 'x'])
    const [insideUser, outsideUser, unseenUser] = people
    const insertState = (user: TestUser | undefined, isInside: boolean, age: string) =>
      world.db.pool.query(
        `update presence_tracking set is_inside_zone = $2, entry_time = now(), captured_at = now() - $3::interval
         where user_id = $1`,
        [user?.id, isInside, age],
      )
    await insertState(insideUser, true, '1 minute')
    await insertState(outsideUser, false, '1 day')
    await insertState(unseenUser, true, '31 minutes')
    await world.make.invite(await world.make.user({ firstName: 'Guest' }), zone, manager)
    const listIds = async (presence: 'inside' | 'outside' | 'unknown' | 'unseen') =>
      (await list({ presence })).rows.map(it => it.userId)
    expect(await listIds('inside')).toEqual([unseenUser?.id, insideUser?.id])
    expect(await listIds('unseen')).toEqual([unseenUser?.id])
    expect(await listIds('outside')).toEqual([outsideUser?.id])
    expect(await listIds('unknown')).toHaveLength(2)
    const counts = { all: 5, inside: 2, outside: 1, unknown: 2, unseen: 1 }
    expect(await world.call(manager).users.counts({ zoneId: zone.id })).toEqual(counts)
    const foundCounts = { all: 1, inside: 0, outside: 1, unknown: 0, unseen: 0 }
    expect(await world.call(manager).users.counts({ zoneId: zone.id, search: 'out' })).toEqual(foundCounts)
    await world.db.pool.query(`update user_profiles set last_name = '' where id = $1`, [outsideUser?.id])
    expect(await world.call(manager).users.counts({ zoneId: zone.id, list: 'places' })).toEqual({
      ...counts,
      all: 4,
      outside: 0,
    })
    expect((await list({ list: 'places' })).rows).toHaveLength(4)
  })

  it('cause one log entry per view of the list and one per view of their positions', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const member = await world.make.user()
    await world.make.assign(member, zone)
    await world.db.pool.query(
      'update presence_tracking set latitude = 28.6, longitude = 77.2, captured_at = now() where user_id = $1',
      [member.id],
    )
    const listLoggedAccesses = async () =>
      (
        await world.db.pool.query(
          `select event_type, affected_user_id as of, metadata from security_events where actor_id = $1
           order by created_at, event_type`,
          [manager.id],
        )
      ).rows
    const listMetadata = { accessType: 'zone_users', zoneId: zone.id }
    const { users } = world.call(manager)
    for (let n = 0; n < 2; n++) await users.inZone({ zoneId: zone.id, search: 'person' })
    const dataAccess = { event_type: 'data_access', of: null, metadata: listMetadata }
    expect(await listLoggedAccesses()).toEqual([dataAccess])
    for (let n = 0; n < 2; n++) await users.inZone({ zoneId: zone.id, list: 'places' })
    const locationAccess = { event_type: 'location_access', of: null, metadata: listMetadata }
    expect(await listLoggedAccesses()).toEqual([dataAccess, locationAccess])
    for (const userId of [member.id, manager.id, member.id]) await users.detail({ zoneId: zone.id, userId })
    const personLocationAccess = {
      ...locationAccess,
      of: member.id,
      metadata: { ...listMetadata, accessType: 'user_details' },
    }
    const personDataAccess = { ...personLocationAccess, event_type: 'data_access' }
    expect(await listLoggedAccesses()).toEqual([
      dataAccess,
      locationAccess,
      personDataAccess,
      personLocationAccess,
    ])
  })

  it('cause a log entry when somebody views their details, even without a known position', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const member = await world.make.user()
    await world.make.assign(member, zone)
    const { users } = world.call(manager)
    for (let n = 0; n < 2; n++) await users.detail({ zoneId: zone.id, userId: member.id })
    const { rows } = await world.db.pool.query(
      'select event_type, affected_user_id as of, metadata from security_events where actor_id = $1',
      [manager.id],
    )
    expect(rows).toEqual([
      { event_type: 'data_access', of: member.id, metadata: { accessType: 'user_details', zoneId: zone.id } },
    ])
  })

  it('have no details if they are not members', async () => {
    const { zone, manager } = await createPeople(['A', 'x'])
    const stranger = await world.make.user()
    const detail = world.call(manager).users.detail({ zoneId: zone.id, userId: stranger.id })
    expect(await readCode(detail)).toBe('NOT_ASSIGNED')
  })
})
