import { can } from '@muster/domain/permission.ts'
import { type GrantablePermission, grantablePermissions } from '@muster/domain/zone-permission.ts'
import { CompiledQuery } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createInZoneAccess } from '../../rpc/access.ts'
import { readActorZones } from '../../rpc/base.queries.ts'
import { enterInputZone } from '../../rpc/calling.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { testUsers } from './testing/test-users.ts'

const world = testUsers()
let admin: TestUser
// Each test has a new admin, because saves are rate-limited per person.
beforeEach(async () => {
  admin = await world.make.user({ role: 'admin' })
})

const toActor = (user: TestUser) => ({ ...user, userId: user.id, expiresAt: Date.now() + 60_000 })
const queryAs = (user: TestUser, statement: string, values: unknown[] = []) =>
  world.db.asActor(toActor(user), tx =>
    tx.executeQuery(CompiledQuery.raw(statement, values)).then(result => result.rows),
  )
/** Returns true if a call that requires the permission succeeds. */
const isAllowedByApi = async (user: TestUser, zone: TestZone, permission: GrantablePermission) =>
  (await readCode(
    world.db.asActor(toActor(user), tx =>
      enterInputZone(tx, createInZoneAccess(permission), toActor(user), zone.id),
    ),
  )) === undefined
/** Returns true if row-level security grants the permission. */
const isAllowedInSql = async (user: TestUser, zone: TestZone, permission: GrantablePermission) =>
  (await queryAs(user, 'select 1 from actor_zones_with($1) id where id = $2', [permission, zone.id]))
    .length === 1
const isAllowedByBoth = async (...args: [TestUser, TestZone, GrantablePermission]) => {
  const [apiResult, sqlResult] = [await isAllowedByApi(...args), await isAllowedInSql(...args)]
  expect(apiResult, `${args[2]}: call and row-level security agree`).toBe(sqlResult)
  return apiResult
}
const setPermissions = (
  actor: TestUser,
  zone: TestZone,
  user: TestUser,
  changes: { granted?: GrantablePermission[]; revoked?: GrantablePermission[] },
) =>
  world
    .call(actor)
    .zonePermissions.set({ zoneId: zone.id, userId: user.id, granted: [], revoked: [], ...changes })
const readPermissions = async (user: TestUser) =>
  (
    await world.db.pool.query(
      'select zone_id, permission, granted from zone_permissions where user_id = $1',
      [user.id],
    )
  ).rows

async function createTwoZoneManager(role: 'zone_manager_rw' | 'zone_manager_ro') {
  const [zone, otherZone, manager] = await Promise.all([
    world.make.zone(),
    world.make.zone(),
    world.make.user(),
  ])
  await world.make.assign(manager, zone, role)
  await world.make.assign(manager, otherZone, role)
  return { zone, other: otherZone, manager }
}

describe.each(grantablePermissions)('%s', permission => {
  it.each(['zone_manager_rw', 'zone_manager_ro'] as const)(
    'can be granted or revoked for a %s',
    async role => {
      const { zone, other, manager } = await createTwoZoneManager(role)
      const isAllowed = can(role, permission)
      expect(await isAllowedByBoth(manager, zone, permission)).toBe(isAllowed)
      await setPermissions(
        admin,
        zone,
        manager,
        isAllowed ? { revoked: [permission] } : { granted: [permission] },
      )
      expect(await isAllowedByBoth(manager, zone, permission)).toBe(!isAllowed)
      expect(await isAllowedByBoth(manager, other, permission)).toBe(isAllowed)
      await setPermissions(admin, zone, manager, {})
      expect(await isAllowedByBoth(manager, zone, permission)).toBe(isAllowed)
    },
  )
})

describe('granted and revoked permissions', () => {
  it('are stored where they differ from the role, and listed for people who may grant them', async () => {
    const { zone, manager } = await createTwoZoneManager('zone_manager_rw')
    const updatedPermissions = await setPermissions(admin, zone, manager, {
      granted: ['broadcast', 'manage_report_emails'],
      revoked: ['unlink_users'],
    })
    const expectedPermissions = {
      userId: manager.id,
      granted: ['manage_report_emails'],
      revoked: ['unlink_users'],
    }
    expect(updatedPermissions).toEqual(expectedPermissions)
    const listPermissions = (actor: TestUser) => world.call(actor).zonePermissions.list({ zoneId: zone.id })
    expect(await listPermissions(admin)).toEqual({ people: [expectedPermissions] })
  })

  it('end with the role if granted, and remain if revoked, even after the person is removed and added again', async () => {
    const { zone, other, manager } = await createTwoZoneManager('zone_manager_rw')
    for (const permittedZone of [zone, other]) {
      await setPermissions(admin, permittedZone, manager, {
        granted: ['manage_report_emails'],
        revoked: ['broadcast'],
      })
      await world.make.assign(await world.make.user(), permittedZone, 'zone_manager_rw')
    }
    const adminUsers = world.call(admin).users
    const revokedBroadcast = { permission: 'broadcast', granted: false }
    await adminUsers.changeRole({ zoneId: zone.id, userId: manager.id, role: 'app_user' })
    await adminUsers.changeRole({ zoneId: zone.id, userId: manager.id, role: 'zone_manager_rw' })
    await adminUsers.unlink({ zoneId: other.id, userId: manager.id })
    expect(await readPermissions(manager)).toEqual(
      expect.arrayContaining([zone, other].map(({ id }) => ({ zone_id: id, ...revokedBroadcast }))),
    )
    expect(await readPermissions(manager)).toHaveLength(2)
    await world.make.assign(manager, other, 'zone_manager_rw')
    for (const permittedZone of [zone, other]) {
      expect(await isAllowedInSql(manager, permittedZone, 'broadcast')).toBe(false)
      expect(await isAllowedInSql(manager, permittedZone, 'manage_report_emails')).toBe(false)
    }
  })

  it('do not raise anybody above their role: they can neither give a higher role nor remove a person who has one', async () => {
    const { zone, manager } = await createTwoZoneManager('zone_manager_ro')
    await setPermissions(admin, zone, manager, {
      granted: ['link_users', 'assign_zone_managers', 'unlink_users'],
    })
    const [secondManager, clientAdmin] = [await world.make.user(), await world.make.user()]
    await world.make.assign(clientAdmin, zone, 'zone_manager_rw')
    const { addByCode, unlink } = world.call(manager).users
    const addManager = (role: 'zone_manager_rw' | 'zone_manager_ro') =>
      readCode(addByCode({ zoneId: zone.id, userCode: secondManager.userCode, role }))
    expect(await addManager('zone_manager_rw')).toBe('ADD_USER_FORBIDDEN')
    expect(
      await queryAs(manager, `select outcome from link_user_by_code($1, $2, 'zone_manager_rw')`, [
        secondManager.userCode,
        zone.id,
      ]),
    ).toEqual([])
    expect(await readCode(unlink({ zoneId: zone.id, userId: clientAdmin.id }))).toBe('ZONE_ROLE_FORBIDDEN')
    expect(await addManager('zone_manager_ro')).toBeUndefined()
    expect(await readCode(unlink({ zoneId: zone.id, userId: secondManager.id }))).toBeUndefined()
  })

  it('can be set only for zone managers of the zone, and never for oneself', async () => {
    const { zone } = await world.zoneWithManager()
    const [member, stranger] = [await world.make.user(), await world.make.user()]
    await world.make.assign(member, zone)
    await world.make.assign(admin, zone, 'zone_manager_rw')
    const grantBroadcast = (user: TestUser) =>
      readCode(setPermissions(admin, zone, user, { granted: ['broadcast'] }))
    expect(await grantBroadcast(member)).toBe('NOT_ZONE_MANAGER')
    expect(await grantBroadcast(stranger)).toBe('NOT_ASSIGNED')
    expect(await grantBroadcast(admin)).toBe('SELF_CHANGE')
  })

  it('never include permissions of internal admins, not even in SQL', async () => {
    const { zone, manager } = await createTwoZoneManager('zone_manager_rw')
    await expect(
      queryAs(admin, `select set_zone_permissions($1, $2, '{delete_zones}', '{}')`, [zone.id, manager.id]),
    ).rejects.toThrow('zone_permissions_permission_check')
    expect(await readPermissions(manager)).toEqual([])
  })

  it('are logged, published and alerted once per save; saving the same again does nothing', async () => {
    const { zone, manager } = await createTwoZoneManager('zone_manager_ro')
    const readEffects = async () => {
      const { rows } = await world.db.pool.query(
        `select (select array_agg(topic order by topic) from feed_events where kind = 'membership.changed' and payload ->> 'userId' = $1) as topics,
          (select jsonb_agg(metadata order by created_at) from security_events where affected_user_id = $1::uuid and event_type = 'zone_permissions_changed') as noted,
          (select array_agg(title) from user_alerts where user_id = $1::uuid and type = 'system') as alerts`,
        [manager.id],
      )
      return rows[0]
    }
    const changes = { granted: ['broadcast'], revoked: ['track_live_locations'] } as const
    const singleChanges = { granted: [...changes.granted], revoked: [...changes.revoked] }
    await setPermissions(admin, zone, manager, singleChanges)
    const firstEffects = await readEffects()
    expect(firstEffects).toEqual({
      topics: [`user:${manager.id}`, `zone:${zone.id}`],
      noted: [{ zoneId: zone.id, ...singleChanges, grantedBefore: [], revokedBefore: [] }],
      alerts: [`Your permissions changed: ${zone.name}`],
    })
    await setPermissions(admin, zone, manager, singleChanges)
    expect(await readEffects()).toEqual(firstEffects)
    await setPermissions(admin, zone, manager, {})
    expect((await readEffects()).noted.at(-1)).toEqual({
      zoneId: zone.id,
      granted: [],
      revoked: [],
      grantedBefore: ['broadcast'],
      revokedBefore: ['track_live_locations'],
    })
  })
})

it('changed permissions are part of the zone access that is cached for frequent calls', async () => {
  const { zone, manager } = await createTwoZoneManager('zone_manager_ro')
  await setPermissions(admin, zone, manager, { granted: ['broadcast'], revoked: ['track_live_locations'] })
  const key = { userId: manager.id, sessionId: manager.sessionId, zoneId: zone.id }
  const [actorZone] = await readActorZones(world.db.pool, [key])
  expect(actorZone?.changes).toEqual({ broadcast: true, track_live_locations: false })
})

it('changed permissions decide who can make somebody a zone manager', async () => {
  const { zone, manager } = await world.zoneWithManager()
  const member = await world.make.user()
  await world.make.assign(member, zone)
  await setPermissions(admin, zone, manager, { revoked: ['assign_zone_managers'] })
  const { users } = world.call(manager)
  const addManager = async (role: 'app_user' | 'zone_manager_ro') =>
    readCode(users.addByCode({ zoneId: zone.id, userCode: (await world.make.user()).userCode, role }))
  expect(await addManager('zone_manager_ro')).toBe('ADD_USER_FORBIDDEN')
  expect(await addManager('app_user')).toBeUndefined()
  const promotionInput = { zoneId: zone.id, userId: member.id, role: 'zone_manager_ro' } as const
  expect(await readCode(users.changeRole(promotionInput))).toBe('ZONE_ROLE_FORBIDDEN')
  const roleQuery = `select outcome from change_member_role($1, $2, 'zone_manager_ro')`
  expect(await queryAs(manager, roleQuery, [zone.id, member.id])).toEqual([{ outcome: 'above' }])
  const linkQuery = `select * from link_user_by_code($1, $2, 'zone_manager_ro')`
  expect(await queryAs(manager, linkQuery, [(await world.make.user()).userCode, zone.id])).toEqual([])
})
