import { can } from '@muster/domain/permission.ts'
import { creatableRoles, isInternalAdmin, mayGiveZoneRole, roles, zoneRoles } from '@muster/domain/role.ts'
import { describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testUsers } from './testing/test-users.ts'

type RoleInZone = (typeof creatableRoles)[number]

const world = testUsers()

const listEventTopics = async (kind: string, userId: string) =>
  (
    await world.db.pool.query(
      `select topic from feed_events where kind = $1 and payload ->> 'userId' = $2 order by topic`,
      [kind, userId],
    )
  ).rows.map(row => row.topic)

describe('adding a user by code', () => {
  it('invites the owner of the code, however it is typed, and notifies the zone and the person', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const newcomer = await world.make.user({ firstName: 'Kiran' })
    const addedUser = await world.call(manager).users.addByCode({
      zoneId: zone.id,
      userCode: `  ${newcomer.userCode.toLowerCase()} `,
      role: 'app_user',
    })
    expect(addedUser).toEqual({ userId: newcomer.id, userName: 'Kiran Test' })
    const { rows } = await world.call(manager).users.inZone({ zoneId: zone.id })
    expect(rows[0]).toMatchObject({ userId: newcomer.id, zoneRole: 'app_user', invited: true })
    expect(await listEventTopics('membership.added', newcomer.id)).toEqual([
      `user:${newcomer.id}`,
      `zone:${zone.id}`,
    ])
  })

  it('refuses unknown and malformed codes, and codes of suspended people and internal admins', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const suspendedUser = await world.make.user({ status: 'suspended' })
    const admin = await world.make.user({ role: 'admin' })
    for (const userCode of ['MUS-BBBB-BBBB-BBBB', 'nonsense', suspendedUser.userCode, admin.userCode]) {
      const addition = world.call(manager).users.addByCode({ zoneId: zone.id, userCode, role: 'app_user' })
      expect(await readCode(addition)).toBe('INVALID_CODE')
    }
  })

  it('is refused if the person is already assigned', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const newcomer = await world.make.user()
    const addNewcomer = () =>
      world.call(manager).users.addByCode({ zoneId: zone.id, userCode: newcomer.userCode, role: 'app_user' })
    const codes = await Promise.all([readCode(addNewcomer()), readCode(addNewcomer())])
    expect(codes.sort()).toEqual(['ALREADY_ASSIGNED', undefined])
    expect(await listEventTopics('membership.added', newcomer.id)).toHaveLength(2)
  })
})

describe('unlinking a user', () => {
  it('ends the membership, the open visit and the presence state, and lowers the occupancy', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const member = await world.make.user()
    await world.make.assign(member, zone)
    await world.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '90 minutes', captured_at = now()
       where user_id = $1`,
      [member.id],
    )
    await world.db.pool.query(
      `insert into presence_history (zone_id, user_id, entry_time, tracking_source)
       values ($1, $2, now() - interval '90 minutes', 'manual')`,
      [zone.id, member.id],
    )
    await world.call(manager).users.unlink({ zoneId: zone.id, userId: member.id })
    const { rows } = await world.db.pool.query(
      `select (select current_occupancy from zones where id = $1) as occupancy,
        (select count(*) from presence_tracking where user_id = $2) as states,
        (select duration_minutes from presence_history where user_id = $2) as minutes,
        (select count(*) from zone_entries where user_id = $2) as entries`,
      [zone.id, member.id],
    )
    expect(rows[0]).toEqual({ occupancy: 0, states: 0, minutes: 90, entries: 0 })
    expect(await listEventTopics('membership.removed', member.id)).toHaveLength(2)
  })

  it('is refused for oneself', async () => {
    const { zone, manager } = await world.zoneWithManager()
    expect(await readCode(world.call(manager).users.unlink({ zoneId: zone.id, userId: manager.id }))).toBe(
      'SELF_UNLINK',
    )
  })

  it('never removes the last zone manager, even when two are unlinked concurrently', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const otherManager = await world.make.user({ role: 'zone_manager_rw' })
    await world.make.assign(otherManager, zone, 'zone_manager_rw')
    const codes = await Promise.all([
      readCode(world.call(manager).users.unlink({ zoneId: zone.id, userId: otherManager.id })),
      readCode(world.call(otherManager).users.unlink({ zoneId: zone.id, userId: manager.id })),
    ])
    expect(codes.filter(code => code === undefined)).toHaveLength(1)
    const { rows } = await world.db.pool.query('select count(*) from zone_assignments where zone_id = $1', [
      zone.id,
    ])
    expect(rows[0].count).toBe(1)
  })

  it('is refused for people who are not assigned', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const stranger = await world.make.user()
    expect(await readCode(world.call(manager).users.unlink({ zoneId: zone.id, userId: stranger.id }))).toBe(
      'NOT_ASSIGNED',
    )
  })
})

describe('changing a role', () => {
  const changeRole = (actor: TestUser, zoneId: string, userId: string, role: RoleInZone) =>
    readCode(world.call(actor).users.changeRole({ zoneId, userId, role }))
  const readRole = async (zoneId: string, userId: string) =>
    (
      await world.db.pool.query('select role from zone_assignments where zone_id = $1 and user_id = $2', [
        zoneId,
        userId,
      ])
    ).rows[0]?.role

  it('stores, logs and publishes the new role; setting the same role again changes nothing', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const member = await world.make.user()
    await world.make.assign(member, zone)
    expect(await changeRole(manager, zone.id, member.id, 'zone_manager_ro')).toBeUndefined()
    expect(await changeRole(manager, zone.id, member.id, 'zone_manager_ro')).toBeUndefined()
    expect(await readRole(zone.id, member.id)).toBe('zone_manager_ro')
    expect(await listEventTopics('membership.changed', member.id)).toEqual([
      `user:${member.id}`,
      `zone:${zone.id}`,
    ])
    const { rows } = await world.db.pool.query(
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

  it("is refused from or to a role above one's own, for all pairs of roles", async () => {
    const changesByRole: Record<string, string[]> = {}
    // The access table already refuses roles without the permission.
    for (const actorRole of roles.filter(role => can(role, 'change_roles'))) {
      const zone = await world.make.zone()
      const actor = await world.make.user({ role: actorRole })
      if (!isInternalAdmin(actorRole)) await world.make.assign(actor, zone, actorRole)
      // Add a second manager, so that no change is refused because it concerns the last one.
      await world.make.assign(await world.make.user(), zone, 'zone_manager_rw')
      changesByRole[actorRole] = []
      for (const previousRole of zoneRoles) {
        const member = await world.make.user()
        await world.make.assign(member, zone, previousRole)
        for (const role of creatableRoles) {
          await world.db.pool.query(
            'update zone_assignments set role = $3 where zone_id = $1 and user_id = $2',
            [zone.id, member.id, previousRole],
          )
          const code = await changeRole(actor, zone.id, member.id, role)
          const isAllowed = mayGiveZoneRole(actorRole, previousRole) && mayGiveZoneRole(actorRole, role)
          expect(code === undefined, `${actorRole}: ${previousRole} to ${role} (${code})`).toBe(isAllowed)
          expect(await readRole(zone.id, member.id)).toBe(isAllowed ? role : previousRole)
          if (isAllowed) changesByRole[actorRole].push(`${previousRole} to ${role}`)
        }
      }
    }
    const managedRoles = ['app_user', 'zone_manager_ro', 'zone_manager_rw']
    expect(changesByRole.zone_manager_rw?.sort()).toEqual(
      managedRoles.flatMap(previousRole => managedRoles.map(role => `${previousRole} to ${role}`)).sort(),
    )
  })

  it('is refused for oneself, for the last manager and for non-members', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const admin = await world.make.user({ role: 'admin' })
    expect(await changeRole(manager, zone.id, manager.id, 'app_user')).toBe('SELF_CHANGE')
    expect(await changeRole(admin, zone.id, manager.id, 'app_user')).toBe('LAST_MANAGER')
    expect(await changeRole(admin, zone.id, manager.id, 'zone_manager_ro')).toBeUndefined()
    expect(await changeRole(admin, zone.id, (await world.make.user()).id, 'app_user')).toBe('NOT_ASSIGNED')
  })

  it('immediately removes permissions that the new role does not have', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const otherUser = await world.make.user()
    await world.make.assign(otherUser, zone, 'zone_manager_rw')
    expect(await changeRole(manager, zone.id, otherUser.id, 'app_user')).toBeUndefined()
    expect(await readCode(world.call(otherUser).users.inZone({ zoneId: zone.id }))).toBe(
      'VIEW_USERS_FORBIDDEN',
    )
  })
})

describe('resetting a PIN', () => {
  it("is refused for oneself, even with one's id in upper case", async () => {
    const { zone, manager } = await world.zoneWithManager()
    for (const userId of [manager.id, manager.id.toUpperCase()])
      expect(await readCode(world.call(manager).users.resetPin({ zoneId: zone.id, userId }))).toBe(
        'FORBIDDEN',
      )
  })
})

describe('the lock of a PIN', () => {
  const setPinFailures = (userId: string, failures: Date[]) =>
    world.db.pool.query(
      `insert into entry_pins (user_id, pin_hash, failures) values ($1, 'x', $2)
       on conflict (user_id) do update set failures = excluded.failures`,
      [userId, failures],
    )

  it('is shown with its end to people who may reset the PIN, and every change is published', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const member = await world.make.user()
    await world.make.assign(member, zone)
    const readMemberDetails = async () =>
      (await world.call(manager).users.detail({ zoneId: zone.id, userId: member.id })).member
    await setPinFailures(member.id, [])
    expect(await readMemberDetails()).toMatchObject({ pin: 'open', pinLockedUntil: null })
    const lastFailureAt = Date.now()
    await setPinFailures(
      member.id,
      [4, 3, 2, 1, 0].map(seconds => new Date(lastFailureAt - seconds * 1_000)),
    )
    expect(await readMemberDetails()).toMatchObject({
      pin: 'locked',
      pinLockedUntil: new Date(lastFailureAt + 15 * 60_000).toISOString(),
    })
    const requestedAt = new Date(lastFailureAt)
    await world.db.pool.query('update entry_pins set reset_asked_at = $2 where user_id = $1', [
      member.id,
      requestedAt,
    ])
    expect(await readMemberDetails()).toMatchObject({ pinResetAskedAt: requestedAt.toISOString() })
    await world.call(manager).users.resetPin({ zoneId: zone.id, userId: member.id })
    expect(await readMemberDetails()).toMatchObject({ pin: 'open', pinResetAskedAt: null })
    const lastRequestQuery = 'select reset_asked_at from entry_pins where user_id = $1'
    expect((await world.db.pool.query(lastRequestQuery, [member.id])).rows).toEqual([
      { reset_asked_at: null },
    ])
    const topics = [`user:${member.id}`, `zone:${zone.id}`]
    const announcedTopics = await listEventTopics('pin.changed', member.id)
    expect(announcedTopics.filter(topic => topic === topics[0])).toHaveLength(4)
    expect(announcedTopics.filter(topic => topic === topics[1])).toHaveLength(4)
  })
})
