import { teamSorts } from '@muster/domain/people-order.ts'
import { expect, it } from 'vitest'
import { testUsers } from './testing/test-users.ts'

const world = testUsers()

/** Creates a client admin with two zones, and people in one of them, in both, and in a third zone that is not theirs. */
async function createTeam() {
  const { make } = world
  const [north, south, otherZone] = [
    await make.zone({ name: 'North' }),
    await make.zone({ name: 'South' }),
    await make.zone({ name: 'Other' }),
  ]
  const clientAdmin = await make.user({ role: 'client_admin', firstName: 'Cleo' })
  const northSouthUser = await make.user({ firstName: 'Bo' })
  const northUser = await make.user({ firstName: 'Ona' })
  const stranger = await make.user({ firstName: 'Stan' })
  for (const zone of [north, south]) await make.assign(clientAdmin, zone, 'client_admin')
  await make.assign(northSouthUser, north, 'zone_manager_rw')
  await make.assign(northSouthUser, south, 'app_user')
  await make.assign(northSouthUser, otherZone, 'app_user')
  await make.assign(northUser, south)
  await make.assign(stranger, otherZone)
  return { north, south, other: otherZone, client: clientAdmin, both: northSouthUser, one: northUser }
}

it('the list contains each person of the viewer’s zones once, with the zones they are assigned to', async () => {
  const { client, north, south, both } = await createTeam()
  const { rows } = await world.call(client).users.inMyZones({})
  const { users } = world.call(client)
  expect((await users.countInMyZones({})).all).toBe(rows.length)
  const filter = { search: rows[0]?.firstName, role: 'app_user' as const }
  expect((await users.countInMyZones(filter)).all).toBe((await users.inMyZones(filter)).rows.length)
  expect(rows.map(row => [row.firstName, row.zones.map(zone => zone.name)])).toEqual([
    ['Ona', ['South']],
    // The third zone is missing, because it does not belong to the client admin.
    ['Bo', ['North', 'South']],
    ['Cleo', ['North', 'South']],
  ])
  expect(rows[1]).toMatchObject({
    userId: both.id,
    account: { email: both.email, status: 'active' },
    zoneCount: 2,
    zones: [
      { id: north.id, role: 'zone_manager_rw', invited: false },
      { id: south.id, role: 'app_user' },
    ],
  })
})

it('the list can be searched, filtered by role and paged', async () => {
  const { client } = await createTeam()
  const listNames = async (input: object) =>
    (await world.call(client).users.inMyZones(input)).rows.map(row => row.firstName)
  expect(await listNames({ search: 'ona' })).toEqual(['Ona'])
  expect(await listNames({ role: 'zone_manager_rw' })).toEqual(['Bo'])
  const firstPage = await world.call(client).users.inMyZones({ limit: 2 })
  expect(firstPage.rows.map(row => row.firstName)).toEqual(['Ona', 'Bo'])
  expect(await listNames({ limit: 2, cursor: firstPage.next ?? '' })).toEqual(['Cleo'])
})

it('the list has every person once in each order and direction, page by page', async () => {
  const { client, north, south, both, one } = await createTeam()
  const readPresence = (userId: string, zoneId: string, isInside: boolean, minutesAgo: number) =>
    world.db.pool.query(
      `update presence_tracking set is_inside_zone = $3, captured_at = now() - $4 * interval '1 minute',
         entry_time = case when $3 then now() - $4 * interval '1 minute' end where user_id = $1 and zone_id = $2`,
      [userId, zoneId, isInside, minutesAgo],
    )
  await readPresence(both.id, north.id, true, 9)
  await readPresence(both.id, south.id, false, 3)
  await readPresence(one.id, south.id, false, 1)
  const guest = await world.make.user({ firstName: 'gus' })
  await world.db.pool.query(
    `insert into zone_assignments (zone_id, user_id, role, accepted_at) values ($1, $2, 'app_user', null)`,
    [north.id, guest.id],
  )
  const { users } = world.call(client)
  async function listNames(order: object) {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await users.inMyZones({ ...order, limit: 1, ...(cursor && { cursor }) })
      names.push(...page.rows.map(row => row.firstName))
      cursor = page.next ?? undefined
    } while (cursor)
    return names
  }
  for (const sort of teamSorts) {
    const names = await listNames({ sort, direction: 'asc' })
    expect(names.toSorted(), sort).toEqual(['Bo', 'Cleo', 'Ona', 'gus'])
    expect(await listNames({ sort, direction: 'desc' }), sort).toEqual(names.toReversed())
  }
  expect(await listNames({ sort: 'name', direction: 'asc' })).toEqual(['Bo', 'Cleo', 'gus', 'Ona'])
  // Bo is inside one of two zones; Cleo was never seen, and Gus is only invited.
  expect(await listNames({ sort: 'state', direction: 'asc' })).toEqual(['Bo', 'Ona', 'Cleo', 'gus'])
  expect((await listNames({ sort: 'seen', direction: 'desc' })).slice(0, 2)).toEqual(['Ona', 'Bo'])
  expect((await listNames({ sort: 'role', direction: 'asc' })).slice(0, 2)).toEqual(['Cleo', 'Bo'])
  const byName = await users.inMyZones({ sort: 'name', direction: 'asc', limit: 1 })
  await expect(users.inMyZones({ cursor: byName.next ?? '' })).rejects.toMatchObject({
    code: 'CURSOR_INVALID',
  })
})

it('the list reveals no more of invited people than their code does', async () => {
  const { client, north } = await createTeam()
  const guest = await world.make.user({ firstName: 'Gus' })
  await world.db.pool.query(
    `insert into zone_assignments (zone_id, user_id, role, accepted_at) values ($1, $2, 'app_user', null)`,
    [north.id, guest.id],
  )
  const { rows } = await world.call(client).users.inMyZones({ search: 'gus' })
  expect(rows).toMatchObject([{ firstName: 'Gus', account: null, zones: [{ name: 'North', invited: true }] }])
  expect((await world.call(client).users.inMyZones({ search: guest.email })).rows).toEqual([])
})

it('a manager sees the people of entered zones, an app user sees nobody, and each view is logged once', async () => {
  const { make } = world
  const { north, south, one } = await createTeam()
  const manager = await make.user({ firstName: 'Max' })
  await make.assign(manager, north, 'zone_manager_ro')
  await make.assign(manager, south, 'zone_manager_ro', false)
  const { users } = world.call(manager)
  const teamPage = await users.inMyZones({})
  expect(new Set(teamPage.rows.flatMap(row => row.zones.map(zone => zone.name)))).toEqual(new Set(['North']))
  expect((await world.call(one).users.inMyZones({})).rows).toEqual([])
  await users.inMyZones({ limit: 1 })
  const { rows } = await world.db.pool.query(
    `select metadata from security_events where actor_id = $1 and event_type = 'data_access'`,
    [manager.id],
  )
  expect(rows).toEqual([{ metadata: { accessType: 'users_of_my_zones' } }])
})

it('each person of all the viewer’s zones, or of one of them, is counted once', async () => {
  const { client, north, south, other, one } = await createTeam()
  const { users } = world.call(client)
  expect(await users.countInMyZones({})).toEqual({ all: 3 })
  expect(await users.countInMyZones({ ofZone: north.id })).toEqual({ all: 2 })
  expect((await users.inMyZones({ ofZone: south.id })).rows.map(row => row.firstName)).toEqual([
    'Ona',
    'Bo',
    'Cleo',
  ])
  // The count is 0 for a zone that is not theirs, and for roles that may see nobody.
  expect(await users.countInMyZones({ ofZone: other.id })).toEqual({ all: 0 })
  expect((await users.inMyZones({ ofZone: other.id })).rows).toEqual([])
  expect(await world.call(one).users.countInMyZones({})).toEqual({ all: 0 })
})

it.each(['manager', 'supervisor'] as const)(
  'a %s sees the people of their zones with name, role, status and presence, without contact data',
  async role => {
    const { make, db } = world
    const { south, one, both } = await createTeam()
    const teamViewer = await make.user({ role, firstName: 'Sue' })
    await make.assign(teamViewer, south, role)
    const zoneManager = await make.user({ firstName: 'Zoe' })
    await make.assign(zoneManager, south, 'zone_manager_rw')
    const guest = await make.user({ firstName: 'Gus' })
    await db.pool.query(
      `insert into zone_assignments (zone_id, user_id, role, accepted_at) values ($1, $2, 'app_user', null)`,
      [south.id, guest.id],
    )
    const lastSeenAt = new Date(Date.now() - 60_000).toISOString()
    await db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = $3, captured_at = $3, consent = 'given'
       where user_id = $1 and zone_id = $2`,
      [one.id, south.id, lastSeenAt],
    )
    const { users } = world.call(teamViewer)
    const { rows } = await users.inMyZones({})
    // Zone managers are visible only with `view_zone_managers`, and Bo's other zones do not belong to the viewer.
    expect(rows.map(row => [row.firstName, row.zones.map(zone => [zone.name, zone.role])])).toEqual([
      ['Gus', [['South', 'app_user']]],
      ['Sue', [['South', role]]],
      ['Ona', [['South', 'app_user']]],
      ['Bo', [['South', 'app_user']]],
      ['Cleo', [['South', 'client_admin']]],
    ])
    expect(rows.every(row => row.userCode === null && row.account === null)).toBe(true)
    expect(rows.map(row => row.status)).toEqual([null, 'active', 'active', 'active', 'active'])
    const onaRow = rows.find(row => row.userId === one.id)
    expect(onaRow?.zones).toMatchObject([{ presence: 'inside', consent: 'given', invited: false }])
    expect(Date.parse(onaRow?.zones[0]?.lastSeen ?? '')).toBe(Date.parse(lastSeenAt))
    expect(await users.countInMyZones({})).toEqual({ all: 5 })
    // A search matches names only, because a match by email address or code would reveal that address or code.
    expect((await users.inMyZones({ search: 'ona' })).rows).toHaveLength(1)
    expect((await users.inMyZones({ search: one.email })).rows).toEqual([])
    expect((await users.inMyZones({ search: both.userCode })).rows).toEqual([])
    // Row-level security hides all accounts but the viewer's own.
    const profiles = await db.asActor({ userId: teamViewer.id, sessionId: teamViewer.sessionId }, tx =>
      tx.selectFrom('user_profiles').select('id').execute(),
    )
    expect(profiles).toEqual([{ id: teamViewer.id }])
  },
)
