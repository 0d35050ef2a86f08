import { beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'

const muster = testServices()
const { zone, manager, ann, away, invited } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  ann: 'app_user',
  away: 'app_user',
  invited: { firstName: 'Ivy', in: 'app_user' },
})

beforeEach(async () => {
  await query('update zone_assignments set accepted_at = null where user_id = $1', invited.id)
  await query(
    `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now() where user_id = $1 and zone_id = $2`,
    ...[ann.id, zone.id],
  )
})

const query = (text: string, ...values: unknown[]) => muster.db.pool.query(text, values)
const declare = (overrides: object = {}) =>
  muster.call(manager).emergencies.declare({
    ...{ zoneId: zone.id, kind: 'evacuate', drill: false, requestId: crypto.randomUUID(), ...overrides },
  })
const answer = (
  who: TestUser,
  emergencyId: string,
  state: 'safe' | 'help' | 'not_there',
  more: object = {},
) => muster.call(who).emergencies.answer({ emergencyId, state, requestId: crypto.randomUUID(), ...more })
const readMine = (who: TestUser) => muster.call(who).emergencies.mine()
const findOnRoll = async (emergencyId: string, name: string) =>
  (await muster.call(manager).emergencies.people({ emergencyId })).rows.find(it => it.name.startsWith(name))

describe('a member who is not on the roll', () => {
  it('is asked, also if only invited, until they say that they are not there', async () => {
    const { emergencyId } = await declare()
    for (const who of [away, invited])
      expect((await readMine(who)).nearby?.map(it => it.id)).toEqual([emergencyId])
    await answer(away, emergencyId, 'not_there')
    await answer(away, emergencyId, 'not_there')
    expect((await readMine(away)).nearby).toEqual([])
    expect(await findOnRoll(emergencyId, 'Away')).toBeUndefined()
  })

  it('is on the roll from then on if they are there, safe or in need of help', async () => {
    const { emergencyId } = await declare()
    await answer(away, emergencyId, 'safe')
    await answer(invited, emergencyId, 'help')
    expect(await findOnRoll(emergencyId, 'Away')).toMatchObject({ state: 'safe', why: 'came_later' })
    expect(await findOnRoll(emergencyId, 'Ivy')).toMatchObject({ state: 'help' })
    const mine = await readMine(away)
    expect([mine.emergencies.length, mine.nearby]).toEqual([1, []])
    // Somebody on the roll is there, by a reading or their own word.
    expect(await answer(ann, emergencyId, 'not_there')).toMatchObject({ state: 'missing' })
    expect(await answer(away, emergencyId, 'not_there')).toMatchObject({ state: 'safe' })
    expect(await findOnRoll(emergencyId, 'Ann')).toMatchObject({ state: 'missing' })
  })

  it('learns who declared it and their number only after accepting the invitation', async () => {
    await query(`update user_profiles set phone = '+91 11 5550 0100' where id = $1`, manager.id)
    const { emergencyId } = await declare()
    const known = { declaredBy: 'Mia Test', phone: '+91 11 5550 0100' }
    expect((await readMine(away)).nearby).toMatchObject([known])
    expect((await readMine(invited)).nearby).toMatchObject([{ declaredBy: 'Unnamed member', phone: '' }])
    await answer(invited, emergencyId, 'help')
    expect((await readMine(invited)).emergencies).toMatchObject([{ phone: '' }])
    await query('update zone_assignments set accepted_at = now() where user_id = $1', invited.id)
    expect((await readMine(invited)).emergencies).toMatchObject([known])
  })

  it('is missing on the roll if their late answer was given before the order was changed', async () => {
    const { emergencyId } = await declare({ kind: 'shelter' })
    const changed = { kind: 'evacuate' as const, message: '', requestId: crypto.randomUUID() }
    await muster.call(manager).emergencies.changeOrder({ emergencyId, ...changed })
    await answer(away, emergencyId, 'safe', { waitedMs: 60_000 })
    expect(await findOnRoll(emergencyId, 'Away')).toMatchObject({ state: 'missing' })
    await answer(away, emergencyId, 'safe')
    expect(await findOnRoll(emergencyId, 'Away')).toMatchObject({ state: 'safe' })
  })

  it('joins no roll after the all clear, and none of a zone that is not theirs', async () => {
    const { emergencyId } = await declare()
    const stranger = await muster.make.user()
    expect(await readCode(answer(stranger, emergencyId, 'safe'))).toBe('EMERGENCY_NOT_FOUND')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    for (const state of ['safe', 'not_there'] as const)
      expect(await readCode(answer(away, emergencyId, state, { waitedMs: 60_000 }))).toBe('EMERGENCY_ENDED')
  })
})

describe('those who lead', () => {
  const listAlerts = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows
  const listTitles = async (who: TestUser) => (await listAlerts(who)).map(it => it.title)

  it('are told urgently with the board’s address, unless they are on the roll, are captains or declared it', async () => {
    const { make } = muster
    const [watcher, clientAdmin, inside, captain, admin, stranger] = await Promise.all([
      make.user(),
      make.user(),
      make.user(),
      make.user(),
      make.user({ role: 'admin' }),
      make.user(),
    ])
    await make.assign(watcher, zone, 'zone_manager_ro')
    await make.assign(clientAdmin, zone, 'client_admin')
    await make.assign(inside, zone, 'zone_manager_rw')
    await make.assign(captain, zone, 'zone_manager_ro')
    await make.assign(stranger, await make.zone(), 'zone_manager_rw')
    await query(
      `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now() where user_id = $1`,
      inside.id,
    )
    await query('insert into zone_captains (zone_id, user_id) values ($1, $2)', zone.id, captain.id)
    const { emergencyId } = await declare()
    const title = `Emergency declared: Leave ${zone.name} now`
    for (const who of [watcher, clientAdmin, admin])
      expect(await listAlerts(who)).toMatchObject([
        {
          title,
          description: expect.stringContaining('Mia Test'),
          metadata: { urgent: true, opens: 'board' },
        },
      ])
    expect(await listAlerts(inside)).toMatchObject([
      { title: `Leave ${zone.name} now`, metadata: { emergencyId, opens: 'board' } },
    ])
    expect(await listAlerts(captain)).toMatchObject([{ metadata: { opens: 'captain' } }])
    for (const who of [manager, stranger]) expect(await listTitles(who)).toEqual([])
    // Both ways out are queued, and the order leads whoever only works there to the alarm on home.
    const { rows } = await query('select channel from alert_deliveries where user_id = $1', watcher.id)
    expect(rows).toEqual([{ channel: 'mail' }])
    expect((await listAlerts(ann))[0]?.metadata.opens).toBeUndefined()
  })

  it('read that a drill is one', async () => {
    const watcher = await muster.make.user()
    await muster.make.assign(watcher, zone, 'zone_manager_ro')
    await declare({ drill: true })
    expect(await listTitles(watcher)).toEqual([`DRILL: People were called: Leave ${zone.name} now`])
  })

  it('belong to the organisation, if they see all zones and belong to any', async () => {
    const other = await muster.make.user({ role: 'admin' })
    await query(
      `with made as (insert into clients (name) values ('Other ' || $1) returning id)
        insert into client_members (client_id, user_id) select id, $1::uuid from made`,
      other.id,
    )
    await declare()
    expect(await listTitles(other)).toEqual([])
  })

  it('get a push and an email, unlike members who may be there, who are asked in the open app only', async () => {
    const { emergencyId } = await declare()
    for (const who of [away, invited])
      expect(await listAlerts(who)).toMatchObject([
        { title: `Leave ${zone.name} if you are there`, metadata: { emergencyId, inAppOnly: true } },
      ])
    const { rows } = await query('select from alert_deliveries where user_id = $1', away.id)
    expect(rows).toEqual([])
  })
})

describe('after the all clear', () => {
  const listAlerts = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows

  it('earlier alerts count as read, say when it ended, and give no order', async () => {
    const watcher = await muster.make.user()
    await muster.make.assign(watcher, zone, 'zone_manager_ro')
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    const { allClearAt } = await muster.call(manager).emergencies.allClear({ emergencyId })
    const over = `The evacuation of ${zone.name} is over.`
    const ended = { endedAt: allClearAt }
    expect(await listAlerts(ann)).toMatchObject([
      { title: 'All clear', isRead: false, metadata: ended },
      { title: over, isRead: true, metadata: ended },
    ])
    expect(await listAlerts(watcher)).toMatchObject([
      { title: 'All clear', isRead: false },
      { title: 'Ann Test needs help', isRead: true, metadata: ended },
      { title: over, isRead: true, metadata: ended },
    ])
    expect(await listAlerts(away)).toMatchObject([{ title: over, isRead: true, metadata: ended }])
    expect(await muster.call(away).alerts.counts({})).toMatchObject({ unread: 0 })
  })

  it('drops what is not written or delivered yet', async () => {
    const { emergencyId } = await declare()
    await query(
      `insert into alert_orders (type, title, description, metadata, source, user_ids)
        values ('broadcast', '"Leave now"', '""', '{}', 'emergency:' || $1, array[$2::uuid])`,
      ...[emergencyId, away.id],
    )
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const orders = await query(
      `select from alert_orders where source like 'emergency:' || $1 || '%'`,
      emergencyId,
    )
    expect(orders.rows).toEqual([])
    const { rows } = await query(
      `select a.title, a.is_read and a.updated_at > a.created_at as is_dropped
        from alert_deliveries d join user_alerts a on a.id = d.alert_id where d.user_id = $1 order by a.created_at`,
      ann.id,
    )
    expect(rows).toEqual([
      { title: `The evacuation of ${zone.name} is over.`, is_dropped: true },
      { title: 'All clear', is_dropped: false },
    ])
  })
})

describe('a call for help', () => {
  const findHelp = async (who = ann) => (await readMine(who)).emergencies[0]?.help

  it('says who has seen it, who is coming, and which position they have', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    await query(
      `update presence_tracking set latitude = 1, longitude = 1, accuracy_meters = 5, consent = 'given' where user_id = $1`,
      ann.id,
    )
    expect(await findHelp()).toMatchObject({
      ...{ alerted: 1, seenBy: [], coming: [], position: { accuracyMeters: 5 } },
    })
    const see = () => muster.call(manager).emergencies.seeHelp({ emergencyId })
    expect([await see(), await see()]).toEqual([{ people: 1 }, { people: 0 }])
    const { id: personId } = (await findOnRoll(emergencyId, 'Ann')) ?? { id: '' }
    const go = (going: boolean) => muster.call(manager).emergencies.goTo({ emergencyId, personId, going })
    expect([await go(true), await go(true)]).toEqual([{ going: true }, { going: true }])
    expect(await findHelp()).toMatchObject({ seenBy: ['Mia Test'], coming: ['Mia Test'] })
    expect((await findOnRoll(emergencyId, 'Ann'))?.helpers).toMatchObject([{ name: 'Mia Test', isMe: true }])
    await go(false)
    expect((await findHelp())?.coming).toEqual([])
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(timeline.map(it => [it.what, it.subject])).toEqual([
      ['declared', undefined],
      ['help', undefined],
      ['help_taken', 'Ann Test'],
      ['help_released', 'Ann Test'],
    ])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readCode(go(true))).toBe('EMERGENCY_ENDED')
  })

  it('begins anew with each call: who went to the last one has seen nothing of this one', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    const { id: personId } = (await findOnRoll(emergencyId, 'Ann')) ?? { id: '' }
    const go = () => muster.call(manager).emergencies.goTo({ emergencyId, personId, going: true })
    await muster.call(manager).emergencies.seeHelp({ emergencyId })
    await go()
    await answer(ann, emergencyId, 'safe')
    expect(await go()).toEqual({ going: false })
    await answer(ann, emergencyId, 'help')
    expect(await findHelp()).toMatchObject({ seenBy: [], coming: [] })
    await go()
    expect((await findHelp())?.coming).toEqual(['Mia Test'])
  })

  it('is not noted as seen after the all clear', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await muster.call(manager).emergencies.seeHelp({ emergencyId })).toEqual({ people: 0 })
  })

  it('is taken over by those who may mark the person, and names who marked somebody', async () => {
    const watcher = await muster.make.user()
    await muster.make.assign(watcher, zone, 'zone_manager_ro')
    const { emergencyId } = await declare()
    const { id: personId } = (await findOnRoll(emergencyId, 'Ann')) ?? { id: '' }
    await muster.call(manager).emergencies.mark({
      ...{ emergencyId, personIds: [personId], state: 'help', requestId: crypto.randomUUID() },
    })
    expect((await readMine(ann)).emergencies[0]).toMatchObject({ state: 'help', markedBy: 'Mia Test' })
    const go = (who: TestUser) => muster.call(who).emergencies.goTo({ emergencyId, personId, going: true })
    expect(await readCode(go(watcher))).toBe('FORBIDDEN')
    expect(await readCode(muster.call(ann).emergencies.seeHelp({ emergencyId }))).toBe('FORBIDDEN')
    await muster.call(watcher).emergencies.seeHelp({ emergencyId })
    expect((await findHelp())?.seenBy).toHaveLength(1)
  })
})
