import { describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { recordUnreachable } from './sending.queries.ts'
import { prepareBroadcasts } from './testing/prepare-broadcasts.ts'

const { muster, zone, manager, ann, bob, send, get, listTitles, listAlerts, releaseNow } = prepareBroadcasts()

describe('the reach of a broadcast', () => {
  const roles = ['worker', 'supervisor', 'manager'] as const

  it.each(roles)(
    'includes a %s for urgent broadcasts, who can read and answer; other priorities do not',
    async role => {
      const person = await muster.make.user({ role })
      await muster.make.assign(person, zone, role)
      await send({ title: 'Canteen closed' })
      const { broadcastId, people } = await send({
        title: 'Leave now',
        priority: 'urgent',
        answers: ['Safe'],
      })
      expect(people).toBe(3)
      expect(await listAlerts(person)).toEqual(['Leave now'])
      expect(await listTitles(person)).toEqual(['Leave now'])
      expect((await get(broadcastId, person)).mine).toEqual({ state: 'delivered', answer: null })
      expect(await muster.call(person).broadcasts.see({ broadcastId })).toEqual({ seen: true })
      const countUnanswered = async () =>
        (await muster.call(person).broadcasts.list({ unanswered: true })).rows.filter(
          row => row.id === broadcastId,
        ).length
      expect(await countUnanswered()).toBe(1)
      await muster.call(person).broadcasts.answer({ broadcastId, answer: 'Safe' })
      expect(await countUnanswered()).toBe(0)
      // A broadcast to selected people stays visible only to them, even if it is urgent.
      await send({ title: 'To the managers', priority: 'urgent', targetRoles: ['zone_manager_rw'] })
      expect(await listTitles(person)).toEqual(['Leave now'])
      expect(await muster.call(manager).broadcasts.remind({ broadcastId })).toEqual({ people: 2 })
    },
  )

  it('matches its preview, which counts the unreached people by reason', async () => {
    const { make } = muster
    const [worker, supervisor, invitedUser, suspendedUser] = [
      await make.user({ role: 'worker' }),
      await make.user({ role: 'supervisor' }),
      await make.user(),
      await make.user(),
    ]
    await make.assign(worker, zone, 'worker')
    await make.assign(supervisor, zone, 'supervisor')
    await make.assign(suspendedUser, zone)
    await make.assign(invitedUser, zone)
    await muster.db.pool.query('update zone_assignments set accepted_at = null where user_id = $1', [
      invitedUser.id,
    ])
    await muster.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [
      suspendedUser.id,
    ])
    const preview = (overrides: object) =>
      muster.call(manager).broadcasts.preview({ zoneId: zone.id, ...overrides })
    const commonCounts = { invited: 1, inactive: 1, closedZone: 0 }
    const countsByRole = [
      { role: 'supervisor', people: 1 },
      { role: 'worker', people: 1 },
    ]
    const toReach = (people: number) => ({ people, reach: { device: 0, app: people, none: 0 } })
    expect(await preview({})).toEqual({ ...toReach(2), unreached: { ...commonCounts, byRole: countsByRole } })
    expect(await preview({ priority: 'urgent' })).toEqual({
      ...toReach(4),
      unreached: { ...commonCounts, byRole: [] },
    })
    expect((await send()).people).toBe(2)
    expect((await send({ priority: 'urgent' })).people).toBe(4)
    expect(await listAlerts(invitedUser)).toEqual([])
  })
})

describe('a deleted target group', () => {
  const createGroup = async (name: string, members: TestUser[]) =>
    (
      await muster.call(manager).groups.create({
        zoneId: zone.id,
        requestId: crypto.randomUUID(),
        name,
        members: members.map(({ id }) => id),
      })
    ).group
  const removeGroup = (groupId: string) => muster.db.pool.query('delete from groups where id = $1', [groupId])
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()

  it('keeps its name on broadcasts sent to it', async () => {
    const team = await createGroup('Team A', [bob])
    const { broadcastId } = await send({ targetGroups: [team.id] })
    expect((await get(broadcastId)).targetGroups).toEqual([{ id: team.id, name: 'Team A', deleted: false }])
    await removeGroup(team.id)
    const deletedGroups = [{ id: team.id, name: 'Team A', deleted: true }]
    expect((await get(broadcastId)).targetGroups).toEqual(deletedGroups)
    expect(await readCode(get(broadcastId, ann))).toBe('BROADCAST_NOT_FOUND')
  })

  it('is shown only to people who may know its name', async () => {
    const [team, council] = [await createGroup('Team A', [bob]), await createGroup('Works council', [ann])]
    const outsideManager = await muster.make.user()
    await muster.make.assign(outsideManager, zone, 'zone_manager_rw', false)
    const { broadcastId } = await send({ targetGroups: [team.id, council.id] })
    const listGroupNames = async (who: TestUser) =>
      (await get(broadcastId, who)).targetGroups.map(({ name, deleted }) => [name, deleted])
    const bothGroups = [
      ['Team A', false],
      ['Works council', false],
    ]
    expect(await listGroupNames(manager)).toEqual(bothGroups)
    expect(await listGroupNames(bob)).toEqual([bothGroups[0], ['Another group', false]])
    expect(await listGroupNames(ann)).toEqual([['Another group', false], bothGroups[1]])
    const unnamedGroups = bothGroups.map(() => ['Another group', false])
    expect(await listGroupNames(outsideManager)).toEqual(unnamedGroups)
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    const globalBroadcast = await send({ zoneId: null, targetGroups: [team.id, council.id] }, superAdmin)
    const listedPage = await muster.call(bob).broadcasts.list({})
    const row = listedPage.rows.find(it => it.id === globalBroadcast.broadcastId)
    expect(row?.targetGroups.map(it => it.name)).toEqual(['Team A', 'Another group'])
    await removeGroup(team.id)
    expect(await listGroupNames(bob)).toEqual([
      ['Another group', true],
      ['Another group', false],
    ])
  })

  it('stays selected during edits, unless no other group is left', async () => {
    const [team, crew] = [await createGroup('Team A', [ann]), await createGroup('Crew B', [bob])]
    const { broadcastId } = await send({ targetGroups: [team.id, crew.id], sendAt: scheduledAt })
    const edit = (targetGroups: string[]) =>
      muster.call(manager).broadcasts.update({
        broadcastId,
        title: 'To both',
        message: 'Come in.',
        targetGroups,
        sendAt: scheduledAt,
      })
    await removeGroup(team.id)
    expect(await edit([team.id, crew.id])).toEqual({ people: 1 })
    const bothGroups = [
      { id: crew.id, name: 'Crew B', deleted: false },
      { id: team.id, name: 'Team A', deleted: true },
    ]
    expect((await get(broadcastId)).targetGroups).toEqual(bothGroups)
    expect(await readCode(edit([team.id]))).toBe('GROUP_NOT_FOUND')
    expect(await readCode(edit([crew.id, crypto.randomUUID()]))).toBe('GROUP_NOT_FOUND')
    expect((await get(broadcastId)).targetGroups).toEqual(bothGroups)
    await muster.call(manager).broadcasts.recall({ broadcastId })
  })

  it('is skipped at send time; if no group is left, the broadcast is not sent and its sender is alerted', async () => {
    const [team, crew] = [await createGroup('Team A', [ann]), await createGroup('Crew B', [bob])]
    await send({ title: 'To both', targetGroups: [team.id, crew.id], sendAt: scheduledAt })
    const { broadcastId } = await send({ title: 'To the team', targetGroups: [team.id], sendAt: scheduledAt })
    await removeGroup(team.id)
    expect(await releaseNow()).toBe(2)
    expect([await listAlerts(ann), await listAlerts(bob)]).toEqual([[], ['To both']])
    expect((await get(broadcastId)).state).toBe('recalled')
    expect((await muster.call(manager).alerts.list({})).rows[0]).toMatchObject({
      title: 'Not sent: To the team',
      description: expect.stringContaining('groups'),
    })
  })
})

it('a job alerts five hundred people, each once', async () => {
  await muster.db.pool.query(
    `with people as (
       insert into auth.users (id, name, email, sign_up)
       select gen_random_uuid(), 'Many', 'many-' || n || '-' || $1 || '@test.example',
         jsonb_build_object('firstName', 'Many', 'lastName', n::text, 'role', 'app_user', 'userCode', 'MUS-' || upper($1) || n, 'phone', '', 'dateOfBirth', '1990-01-01')
       from generate_series(1, 500) n returning id)
     select count(*) from people`,
    [zone.id.slice(-6)],
  )
  await muster.db.pool.query(
    `insert into zone_assignments (user_id, zone_id, role, accepted_at)
     select id, $1, 'app_user', now() from user_profiles where first_name = 'Many'`,
    [zone.id],
  )
  const { broadcastId, people } = await send()
  expect(people).toBe(502)
  // More people than a point of the hourly limit is for.
  const charged = await muster.db.pool.query(
    `select cardinality(taken) as points from rate_limits where key like 'broadcast:%' order by taken[1] desc limit 1`,
  )
  expect(charged.rows).toEqual([{ points: 2 }])
  expect((await get(broadcastId)).figures).toMatchObject({ people: 502, queued: 502 })
  await muster.services.alerts.catchUp()
  await muster.services.alerts.catchUp()
  expect((await get(broadcastId)).figures).toMatchObject({ people: 502, delivered: 502 })
  const { rows } = await muster.db.pool.query<{ alerts: number; orders: number }>(
    `select (select count(*) from user_alerts where source = $1) as alerts, (select count(*) from alert_orders) as orders`,
    [`broadcast:${broadcastId}`],
  )
  expect(rows).toEqual([{ alerts: 502, orders: 0 }])
})

it('people who were suspended before delivery are marked as unreachable', async () => {
  const { broadcastId } = await send()
  await muster.db.pool.query(
    `update broadcast_recipients set state = 'queued' where broadcast_id = $1 and user_id = $2`,
    [broadcastId, bob.id],
  )
  await muster.db.pool.query('delete from user_alerts where user_id = $1', [bob.id])
  await muster.db.asOwner('a test', recordUnreachable)
  expect((await get(broadcastId)).figures).toMatchObject({ delivered: 1, unreachable: 1, queued: 0 })
})

it('a recipient who was removed before delivery is marked as unreachable', async () => {
  const { broadcastId } = await send()
  await muster.db.pool.query(
    `update broadcast_recipients set state = 'queued' where broadcast_id = $1 and user_id = $2`,
    [broadcastId, bob.id],
  )
  await muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
    bob.id,
    zone.id,
  ])
  await muster.db.asOwner('a test', recordUnreachable)
  const { rows } = await muster.call(manager).broadcasts.recipients({ broadcastId, state: 'unreachable' })
  expect(rows).toMatchObject([{ reason: 'No longer a member of the zone' }])
})
