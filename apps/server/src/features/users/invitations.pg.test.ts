import { zoneTopic } from '@muster/contract/topic.ts'
import { CompiledQuery } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFeedAccess } from '../../app/feed-access.ts'
import { hashSecret } from '../../rpc/hashing.ts'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, type TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { checkPosition } from '../presence/check-position.ts'
import { deleteUnassignedUser } from '../settings/settings.queries.ts'

const muster = testServices()
const { zone, manager } = testWorld(muster, { manager: 'zone_manager_rw' })
let pinHash: string
let guest: TestUser

beforeAll(async () => {
  pinHash = await hashSecret('2468')
})

beforeEach(async () => {
  const { make } = muster
  guest = await make.user({ firstName: 'Gita', pinHash })
  await muster.call(manager).users.addByCode({ zoneId: zone.id, userCode: guest.userCode, role: 'app_user' })
})

const queryAs = (user: TestUser, statement: string, values: unknown[] = []) =>
  muster.db.asActor({ userId: user.id, sessionId: user.sessionId }, tx =>
    tx.executeQuery(CompiledQuery.raw(statement, values)).then(result => result.rows),
  )
const peopleQuery = 'select * from zone_people($1, null, null, true, false, null, null, null, 9)'
const countQuery = `select * from count_zone_people($1, false, interval '1 hour')`
const queryRows = async (statement: string, values: unknown[]) =>
  (await muster.db.pool.query(statement, values)).rows
const createPlainLinkTo = () => (path: string) => path
/** Lists the people of the zone, with members and invited people separated. */
const listInZone = async (user: TestUser = manager) => {
  const { rows } = await muster.call(user).users.inZone({ zoneId: zone.id, list: 'places' })
  return { users: rows.filter(it => !it.invited), invited: rows.filter(it => it.invited) }
}
const enterZone = (user: TestUser, pin = '2468') => muster.call(user).zones.enter({ zoneId: zone.id, pin })
const declineInvitation = (user: TestUser) => muster.call(user).users.declineInvitation({ zoneId: zone.id })
const createReading = () => ({
  id: uuidV7(),
  ...insideTestBox,
  accuracyMeters: 5,
  capturedAt: new Date().toISOString(),
})
const sendReading = (user: TestUser, zoneIds?: string[]) =>
  checkPosition(
    muster.services.presence,
    { userId: user.id, role: user.role },
    createReading(),
    zoneIds,
    'device',
  )
const listEventTopics = (kind: string, user: TestUser) =>
  queryRows(`select topic from feed_events where kind = $1 and payload ->> 'userId' = $2 order by topic`, [
    kind,
    user.id,
  ]).then(rows => rows.map(row => row.topic))
const listLoggedEvents = (type: string, user: TestUser) =>
  queryRows(
    'select actor_id, metadata from security_events where event_type = $1 and affected_user_id = $2',
    [type, user.id],
  )
const mayFollow = async (user: TestUser) => {
  const { id: userId, sessionId, role, email } = user
  const session = { userId, sessionId, role, email, expiresAt: Date.now() + 60_000 }
  return (
    (await createFeedAccess(muster.db, createPlainLinkTo).grant(session, [zoneTopic(zone.id)])).granted
      .length === 1
  )
}

describe('a manager of the inviting zone', () => {
  it('sees only the name and code of an invited person in the list', async () => {
    const { users, invited } = await listInZone()
    expect(users.map(user => user.userId)).toEqual([manager.id])
    expect(invited).toEqual([
      {
        assignmentId: expect.any(String),
        userId: guest.id,
        firstName: 'Gita',
        lastName: 'Test',
        userCode: guest.userCode,
        zoneRole: 'app_user',
        assignedAt: expect.any(String),
        invited: true,
      },
    ])
    const detail = await muster.call(manager).users.detail({ zoneId: zone.id, userId: guest.id })
    expect(detail).toEqual({ person: invited[0], member: null })
  })

  it('finds an invited person by name and code only', async () => {
    const searchPeople = async (search: string) =>
      (await muster.call(manager).users.inZone({ zoneId: zone.id, search })).rows.length
    expect(await searchPeople(`gita ${guest.userCode}`)).toBe(1)
    expect(await searchPeople(guest.email)).toBe(0)
    await enterZone(guest)
    expect(await searchPeople(guest.email)).toBe(1)
  })

  it('sees no more of an invited person whom they manage in another zone', async () => {
    const otherZone = await muster.make.zone()
    await muster.make.assign(manager, otherZone, 'zone_manager_rw')
    await muster.make.assign(guest, otherZone)
    const { users, invited } = await listInZone()
    expect([users.length, invited.length]).toEqual([1, 1])
  })

  it('sees no presence of an invited person, and cannot reset their PIN', async () => {
    const { presence, users } = muster.call(manager)
    const memberInput = { zoneId: zone.id, userId: guest.id }
    expect(await readCode(presence.status(memberInput))).toBe('NOT_ASSIGNED')
    expect(await readCode(users.resetPin(memberInput))).toBe('NOT_ASSIGNED')
    const presencePanel = await presence.panel({ zoneId: zone.id })
    expect([presencePanel.inside, presencePanel.recentlyLeft, presencePanel.history]).toEqual([0, [], []])
  })

  it('sees no more of an invited person in SQL', async () => {
    const listInvitations = async () => [
      await queryAs(manager, 'select email from user_profiles where id = $1', [guest.id]),
      await queryAs(manager, 'select user_id from presence_tracking where user_id = $1', [guest.id]),
      await queryAs(manager, 'select failures from pin_of_member($1, $2)', [zone.id, guest.id]),
      await queryAs(
        manager,
        'select user_id from zone_people($1, null, null, true, false, $2, null, null, 1) where email is not null',
        [zone.id, guest.id],
      ),
    ]
    expect((await listInvitations()).map(rows => rows.length)).toEqual([0, 0, 0, 0])
    const stranger = await muster.make.user({ role: 'zone_manager_rw' })
    expect(await queryAs(stranger, peopleQuery, [zone.id])).toEqual([])
    expect(await queryAs(stranger, countQuery, [zone.id])).toMatchObject([{ all: 0 }])
    await enterZone(guest)
    expect((await listInvitations()).map(rows => rows.length)).toEqual([1, 1, 1, 1])
  })

  it("receives only the changes of name and code from an invited person's profile", async () => {
    const listChanges = async (change: string) => {
      await muster.db.pool.query(`update user_profiles set ${change} where id = $1`, [guest.id])
      const topics = await listEventTopics('user.changed', guest)
      return topics.filter(topic => topic === zoneTopic(zone.id)).length
    }
    expect(await listChanges(`phone = '1', skills = '{welding}'`)).toBe(0)
    expect(await listChanges(`first_name = 'Gitanjali'`)).toBe(1)
    await muster.db.pool.query(`update entry_pins set pin_hash = 'x' where user_id = $1`, [guest.id])
    expect(await listEventTopics('pin.changed', guest)).not.toContain(zoneTopic(zone.id))
  })
})

describe('an invited person', () => {
  it('sees the zone marked as an invitation, and must enter it before anything else', async () => {
    const { zones, presence } = muster.call(guest)
    await muster.db.pool.query('update zones set phone_occupancy = 7, unseen_occupancy = 2 where id = $1', [
      zone.id,
    ])
    expect((await zones.mine()).zones).toMatchObject([
      { id: zone.id, invited: true, currentOccupancy: 0, parts: null, unseenOccupancy: 0 },
    ])
    expect((await presence.mine()).zones).toEqual([])
    expect(await readCode(presence.checkUserInZone({ zoneId: zone.id, ...createReading() }))).toBe(
      'ZONE_ENTRY_REQUIRED',
    )
    expect(await readCode(enterZone(guest, '1111'))).toBe('INVALID_PIN')
    expect(await listEventTopics('membership.accepted', guest)).toEqual([])
  })

  it('accepts by entering with the PIN, which is published once to everybody in the zone', async () => {
    await enterZone(guest)
    await enterZone(guest)
    expect(await listEventTopics('membership.accepted', guest)).toEqual([
      `user:${guest.id}`,
      zoneTopic(zone.id),
    ])
    expect(await listLoggedEvents('user_action_invitation_accepted', guest)).toEqual([
      { actor_id: guest.id, metadata: { zoneId: zone.id } },
    ])
    expect((await muster.call(guest).zones.mine()).zones).toMatchObject([{ invited: false }])
    const { users, invited } = await listInZone()
    expect(invited).toEqual([])
    expect(users.find(user => user.userId === guest.id)).toMatchObject({ email: guest.email })
    const check = await muster.call(guest).presence.checkUserInZone({ zoneId: zone.id, ...createReading() })
    expect(check.change).toBe('entered')
    expect((await listInZone()).users.find(user => user.userId === guest.id)?.position).not.toBeNull()
  })

  it('is not recorded by readings without a zone, nor by a device that names the zone', async () => {
    const otherZone = await muster.make.zone()
    await muster.make.assign(guest, otherZone)
    const resultBefore = await sendReading(guest)
    expect(resultBefore.checks.map(check => check.zoneId)).toEqual([otherZone.id])
    expect(await sendReading(guest, [zone.id])).toEqual({
      checks: [],
      refused: [{ zoneId: zone.id, code: 'ZONE_NOT_FOUND' }],
    })
    const storedChecksQuery = 'select id from position_checks where zone_id = $1'
    expect(await queryRows(storedChecksQuery, [zone.id])).toEqual([])
    await enterZone(guest)
    muster.services.presence.members.forgetUser(guest.id)
    expect((await sendReading(guest)).checks).toHaveLength(2)
    expect(await queryRows(storedChecksQuery, [zone.id])).toHaveLength(1)
  })

  it('can decline, which leaves only the events', async () => {
    await declineInvitation(guest)
    expect(await queryRows('select from zone_assignments where user_id = $1', [guest.id])).toEqual([])
    expect(await listEventTopics('membership.removed', guest)).toEqual([
      `user:${guest.id}`,
      zoneTopic(zone.id),
    ])
    expect(await listLoggedEvents('user_action_invitation_declined', guest)).toHaveLength(1)
    expect((await listInZone()).invited).toEqual([])
  })

  it('cannot decline after accepting', async () => {
    await enterZone(guest)
    expect(await readCode(declineInvitation(guest))).toBe('NOT_INVITED')
    expect(await queryAs(guest, 'select decline_invitation($1) as gone', [zone.id])).toEqual([
      { gone: false },
    ])
  })

  it('cannot accept in SQL in a role that requires the PIN', async () => {
    expect(await queryAs(guest, 'select accept_invitation($1) as yes', [zone.id])).toEqual([{ yes: false }])
    await expect(queryAs(guest, 'update zone_assignments set accepted_at = now()')).rejects.toThrow(
      'permission denied',
    )
  })

  it('can delete their account', async () => {
    const isDeleted = await muster.db.asOwner('a test', tx => deleteUnassignedUser(tx, guest.id))
    expect(isDeleted).toEqual({ photo: null })
  })
})

describe('an invited person in a role that needs no PIN', () => {
  const inviteClientAdmin = async () => {
    const clientAdmin = await muster.make.user({ role: 'client_admin' })
    await muster.make.invite(clientAdmin, zone, manager, 'client_admin')
    return clientAdmin
  }

  it('has no permissions in the zone before selecting it', async () => {
    const clientAdmin = await inviteClientAdmin()
    const attempts = [
      listInZone(clientAdmin),
      muster.call(clientAdmin).zones.get({ zoneId: zone.id }),
      muster.call(clientAdmin).presence.panel({ zoneId: zone.id }),
    ]
    expect(await Promise.all(attempts.map(readCode))).toEqual(Array(3).fill('ZONE_ENTRY_REQUIRED'))
    expect(await mayFollow(clientAdmin)).toBe(false)
    expect(
      await queryAs(clientAdmin, 'select id from user_profiles where id <> $1', [clientAdmin.id]),
    ).toEqual([])
    expect(await queryAs(clientAdmin, peopleQuery, [zone.id])).toEqual([])
    const updatedZones = await queryAs(
      clientAdmin,
      `update zones set name = 'Mine' where id = $1 returning id`,
      [zone.id],
    )
    expect(updatedZones).toEqual([])
  })

  it('accepts by selecting the zone', async () => {
    const clientAdmin = await inviteClientAdmin()
    expect(await enterZone(clientAdmin, '')).toEqual({ entryExpiresAt: null })
    expect(await listLoggedEvents('user_action_invitation_accepted', clientAdmin)).toHaveLength(1)
    expect((await listInZone(clientAdmin)).users.map(user => user.userId)).toContain(clientAdmin.id)
    expect(await mayFollow(clientAdmin)).toBe(true)
  })

  it('accepts by a presence check that names the zone, and the check counts', async () => {
    const clientAdmin = await inviteClientAdmin()
    expect((await sendReading(clientAdmin)).checks).toEqual([])
    const check = await muster
      .call(clientAdmin)
      .presence.checkUserInZone({ zoneId: zone.id, ...createReading() })
    expect(check.change).toBe('entered')
    expect(await listEventTopics('membership.accepted', clientAdmin)).toHaveLength(2)
  })
})

describe('the last manager of a zone', () => {
  it('cannot be removed while a second one is only invited; the invited one can be removed at any time', async () => {
    const [clientAdmin, secondClientAdmin] = [
      await muster.make.user({ role: 'client_admin' }),
      await muster.make.user({ pinHash }),
    ]
    await muster.make.assign(clientAdmin, zone, 'client_admin')
    await muster.make.invite(secondClientAdmin, zone, manager, 'zone_manager_rw')
    const { users } = muster.call(clientAdmin)
    const unlinkUser = (user: TestUser) => readCode(users.unlink({ zoneId: zone.id, userId: user.id }))
    expect(await unlinkUser(manager)).toBe('LAST_MANAGER')
    expect(await unlinkUser(secondClientAdmin)).toBeUndefined()
    await muster.make.invite(secondClientAdmin, zone, manager, 'zone_manager_rw')
    expect(await readCode(declineInvitation(secondClientAdmin))).toBeUndefined()
  })
})

describe('guessing user codes', () => {
  const addByCode = (userCode: string) =>
    readCode(muster.call(manager).users.addByCode({ zoneId: zone.id, userCode, role: 'app_user' }))
  const createWrongCode = (n: number) => `MUS-ZZZZ-ZZZZ-ZZZ${String.fromCharCode(65 + n)}`

  it('is blocked after ten wrong codes and logged once; correct codes and typos do not count', async () => {
    const newcomer = await muster.make.user()
    const errorCodes: unknown[] = []
    for (let n = 0; n < 10; n++) {
      errorCodes.push(await addByCode(createWrongCode(n)))
      if (n === 4)
        expect([await addByCode(newcomer.userCode), await addByCode('oops')]).toEqual([
          undefined,
          'INVALID_CODE',
        ])
      if (n === 5) expect(await addByCode(newcomer.userCode)).toBe('ALREADY_ASSIGNED')
    }
    expect(errorCodes).toEqual(Array(10).fill('INVALID_CODE'))
    expect(await addByCode(createWrongCode(10))).toBe('TOO_MANY_REQUESTS')
    expect(await addByCode((await muster.make.user()).userCode)).toBe('TOO_MANY_REQUESTS')
    expect(await listLoggedEvents('user_code_failed', manager)).toEqual([
      { actor_id: manager.id, metadata: { zoneId: zone.id } },
    ])
  })

  it('is limited per person, and a code can be typed without prefix and dashes', async () => {
    const newcomer = await muster.make.user()
    expect(await addByCode(newcomer.userCode.slice(4).replaceAll('-', '').toLowerCase())).toBeUndefined()
    expect((await listInZone()).invited.map(user => user.userId)).toContain(newcomer.id)
  })

  it('is blocked after fifty wrong codes in a day', async () => {
    await muster.db.pool.query(`delete from rate_limits where key like 'user-code%'`)
    for (let n = 0; n < 50; n++) {
      if (n % 10 === 0) await muster.db.pool.query(`delete from rate_limits where key like 'user-code:%'`)
      expect(await addByCode(createWrongCode(n % 25))).toBe('INVALID_CODE')
    }
    await muster.db.pool.query(`delete from rate_limits where key like 'user-code:%'`)
    expect(await addByCode(createWrongCode(1))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('after declining an invitation', () => {
  const inviteGuest = (actor: TestUser) =>
    readCode(
      muster.call(actor).users.addByCode({ zoneId: zone.id, userCode: guest.userCode, role: 'app_user' }),
    )

  it('the same zone cannot invite the person again for a day, but another zone and an administrator can', async () => {
    await declineInvitation(guest)
    expect(await inviteGuest(manager)).toBe('INVITATION_DECLINED')
    const otherZone = await muster.make.zone()
    await muster.make.assign(manager, otherZone, 'zone_manager_rw')
    const addInput = { zoneId: otherZone.id, userCode: guest.userCode, role: 'app_user' as const }
    expect(await readCode(muster.call(manager).users.addByCode(addInput))).toBeUndefined()
    await muster.db.pool.query(
      `update declined_invitations set declined_at = declined_at - interval '25 hours'`,
    )
    expect(await inviteGuest(manager)).toBeUndefined()
    await declineInvitation(guest)
    expect(await inviteGuest(await muster.make.user({ role: 'admin' }))).toBeUndefined()
  })

  it('repeated invitations store a limited number of rows', async () => {
    const { pool } = muster.db
    for (let round = 0; round < 25; round++) {
      await declineInvitation(guest)
      await pool.query('delete from declined_invitations')
      expect(await inviteGuest(manager)).toBeUndefined()
    }
    expect(await listLoggedEvents('user_action_invitation_declined', guest)).toHaveLength(20)
    expect(await listLoggedEvents('member_invited', guest)).toHaveLength(1)
  })
})

it('adding people to a zone and removing them is recorded in the security log, with the actor', async () => {
  expect(await listLoggedEvents('member_invited', guest)).toEqual([
    { actor_id: manager.id, metadata: { zoneId: zone.id } },
  ])
  await muster.call(manager).users.unlink({ zoneId: zone.id, userId: guest.id })
  expect(await listLoggedEvents('member_removed', guest)).toEqual([
    { actor_id: manager.id, metadata: { zoneId: zone.id } },
  ])
})
