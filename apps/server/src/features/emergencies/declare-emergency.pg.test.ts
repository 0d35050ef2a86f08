import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { breakOffDrills } from './follow-presence.ts'
import { shareOpen } from './roll.queries.ts'
import { prepareEmergencies } from './testing/prepare-emergencies.ts'

const {
  muster,
  zone,
  manager,
  viewer,
  ann,
  bob,
  away,
  declare,
  answer,
  listPeople,
  findOnRoll,
  mark,
  readStates,
  listTitles,
} = prepareEmergencies()

describe('a declaration', () => {
  it('calls everybody on the roll urgently, marks a drill in the text, and asks on every screen', async () => {
    await declare({ drill: true, message: 'Gate 3' })
    const [alert] = (await muster.call(ann).alerts.list({})).rows
    expect(alert).toMatchObject({
      title: `DRILL: Leave ${zone.name} now`,
      description: 'Gate 3',
      metadata: { urgent: true },
    })
    const { emergencies } = await muster.call(ann).emergencies.mine()
    expect(emergencies).toMatchObject([
      { drill: true, message: 'Gate 3', answer: null, declaredBy: 'Mia Test' },
    ])
    expect((await muster.call(away).emergencies.mine()).emergencies).toEqual([])
  })

  it('happens once, however often it is sent and whoever else declares the same', async () => {
    const requestId = crypto.randomUUID()
    expect(await declare({ requestId })).toEqual(await declare({ requestId }))
    expect(await readCode(declare({ requestId, drill: true }))).toBe('REQUEST_ID_TAKEN')
    expect(await readCode(declare())).toBe('EMERGENCY_OPEN')
    // A real emergency during a drill, and the other way round.
    expect(await readCode(declare({ drill: true }))).toBeUndefined()
  })

  it('breaks off the drill of its zone, which then says nothing of an end and was not held', async () => {
    await muster.call(manager).emergencyPlans.setDrill({ zoneId: zone.id, everyMonths: 6 })
    const drill = await declare({ drill: true })
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    await muster.make.assign(ann, other)
    await muster.make.assign(away, other)
    const drillOfOthers = await declare({ zoneId: other.id, kind: 'keep_away', drill: true })
    const { emergencyId } = await declare()
    await breakOffDrills({ db: muster.db, log: pino({ enabled: false }) })
    // Somebody is on both rolls, and that does not end the drill of another zone.
    expect(
      await muster.call(manager).emergencies.get({ emergencyId: drillOfOthers.emergencyId }),
    ).toMatchObject({
      allClearAt: null,
    })
    const ofDrill = { emergencyId: drill.emergencyId }
    expect(await muster.call(manager).emergencies.get(ofDrill)).toMatchObject({ brokenOff: true })
    expect((await listTitles(ann)).sort()).toEqual(
      [
        `DRILL: Keep away from ${other.name}`,
        `Leave ${zone.name} now`,
        'DRILL: The drill is over',
        'The drill was broken off: this is real',
      ].sort(),
    )
    const { emergencies, ended } = await muster.call(ann).emergencies.mine()
    expect([emergencies.map(it => it.id), ended]).toEqual([[emergencyId, drillOfOthers.emergencyId], []])
    const { timeline } = await muster.call(manager).emergencies.report(ofDrill)
    expect(timeline.at(-1)?.what).toBe('broken_off')
    const calendar = await muster.call(manager).emergencyPlans.drill({ zoneId: zone.id })
    expect(calendar.drill?.lastDrillAt).toBeNull()
    // At its end, only people of the real emergency learn that there is one.
    await muster.call(manager).emergencies.allClear({ emergencyId: drillOfOthers.emergencyId })
    const readLast = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows[0]?.description
    expect(await readLast(ann)).toBe('A real emergency is open. Its order stays as it is.')
    expect(await readLast(away)).toBe(`You no longer need to keep away from ${other.name}.`)
  })

  it('keeps a drill that ends beside it from saying that it is over', async () => {
    await declare()
    const drill = await declare({ drill: true })
    await muster.call(manager).emergencies.allClear({ emergencyId: drill.emergencyId })
    const titles = await listTitles(ann)
    expect(titles).toContain('DRILL: The drill is over')
    expect(titles.filter(it => it.includes('All clear'))).toEqual([])
    expect((await muster.call(ann).emergencies.mine()).ended).toEqual([])
  })

  it('lets nobody join the roll before an all clear that waits already', async () => {
    const { emergencyId } = await declare()
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const countWaiting = async () => {
      const { rows } =
        await muster.db.pool.query(`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
      return rows.length
    }
    const first = muster.db.asOwner('test', async tx => {
      await shareOpen(tx, emergencyId)
      held.resolve()
      await end.promise
    })
    await held.promise
    const allClear = muster.call(manager).emergencies.allClear({ emergencyId })
    await vi.waitUntil(async () => (await countWaiting()) === 1, { timeout: 10_000 })
    const later = muster.db.asOwner('test', tx => shareOpen(tx, emergencyId))
    await vi.waitUntil(async () => (await countWaiting()) === 2, { timeout: 10_000 }).finally(end.resolve)
    await Promise.all([first, allClear])
    expect(await later).toBe(false)
  })

  it('is given another order for the same people, who are all asked again, and for those who lead; both orders are kept', async () => {
    const { emergencyId } = await declare({ kind: 'shelter', message: 'Close the doors' })
    const [first] = (await muster.call(ann).emergencies.mine()).emergencies
    await answer(ann, emergencyId, 'safe', { orderedAt: first?.orderedAt })
    await answer(bob, emergencyId, 'help')
    const form = { emergencyId, kind: 'evacuate' as const, message: 'Gate 3', requestId: crypto.randomUUID() }
    const change = () => muster.call(manager).emergencies.changeOrder(form)
    expect([await change(), await change()]).toEqual([{ people: 2 }, { people: 2 }])
    expect(await readStates(emergencyId)).toEqual({ missing: 1, help: 1 })
    expect((await muster.call(ann).emergencies.mine()).emergencies).toMatchObject([
      { id: emergencyId, kind: 'evacuate', message: 'Gate 3', answer: null, state: 'missing' },
    ])
    expect((await muster.call(bob).emergencies.mine()).emergencies[0]?.answer?.state).toBe('help')
    for (const who of [ann, viewer])
      expect(await listTitles(who)).toContain(`New order: Leave ${zone.name} now`)
    // Nobody has seen the new order yet.
    expect((await findOnRoll(emergencyId, 'Ann')).callState).toBe('no_device')
    expect(await readCode(muster.call(viewer).emergencies.changeOrder(form))).toBe('FORBIDDEN')
    // What was said before the new order, but arrives after it, is no answer to it; nor is one to the order that a phone still shows.
    await answer(ann, emergencyId, 'safe', { waitedMs: 60_000 })
    await answer(ann, emergencyId, 'safe', { orderedAt: first?.orderedAt })
    expect((await findOnRoll(emergencyId, 'Ann')).state).toBe('missing')
    // By a clock that is behind.
    const orderedAt = (await muster.call(ann).emergencies.mine()).emergencies[0]?.orderedAt
    await answer(ann, emergencyId, 'safe', { orderedAt, waitedMs: 2_000 })
    expect((await findOnRoll(emergencyId, 'Ann')).state).toBe('safe')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(timeline.find(it => it.what === 'order_changed')).toMatchObject({
      name: 'Mia Test',
      order: { from: 'shelter', to: 'evacuate', message: 'Gate 3' },
    })
    expect((await muster.call(manager).emergencyReports.record({ emergencyId })).record?.state).toBe(
      'matches',
    )
    const again = { ...form, requestId: crypto.randomUUID() }
    expect(await readCode(muster.call(manager).emergencies.changeOrder(again))).toBe('EMERGENCY_ENDED')
  })

  it('needs the permission to send broadcasts, and strangers learn nothing', async () => {
    for (const who of [viewer, ann]) expect(await readCode(declare({}, who))).toBe('FORBIDDEN')
    const stranger = await muster.make.user()
    expect(await readCode(declare({}, stranger))).toBe('ZONE_NOT_FOUND')
    expect(await readCode(declare({ zoneId: null }))).toBe('FORBIDDEN')
    const { emergencyId } = await declare()
    const calls = (who: TestUser, key = emergencyId) => [
      () => muster.call(who).emergencies.get({ emergencyId: key }),
      () => muster.call(who).emergencies.people({ emergencyId: key }),
      () => muster.call(who).emergencies.report({ emergencyId: key }),
      () => muster.call(who).emergencies.allClear({ emergencyId: key }),
      () => answer(who, key, 'safe'),
    ]
    for (const call of [...calls(stranger), ...calls(manager, crypto.randomUUID())])
      expect(await readCode(call())).toBe('EMERGENCY_NOT_FOUND')
    expect((await muster.call(stranger).emergencies.list({})).rows).toEqual([])
    expect(await readCode(muster.call(ann).emergencies.people({ emergencyId }))).toBe('FORBIDDEN')
    expect((await listPeople(emergencyId, viewer)).length).toBe(2)
    expect(await readCode(mark(emergencyId, 'Ann', 'safe', viewer))).toBe('FORBIDDEN')
  })

  it('covers all zones for those who see them all', async () => {
    const admin = await muster.make.user({ role: 'super_admin' })
    const { emergencyId, people } = await declare({ zoneId: null }, admin)
    expect(people).toBeGreaterThanOrEqual(2)
    expect(await muster.call(manager).emergencies.get({ emergencyId })).toMatchObject({
      people: 2,
      seesAll: false,
      mayEnd: false,
    })
    expect((await muster.call(ann).emergencies.mine()).emergencies.map(it => it.zoneName)).toEqual([null])
    // Managers of each zone are asked to help, with a link to the board.
    await answer(ann, emergencyId, 'help')
    const find = async (who: TestUser) =>
      (await muster.call(who).alerts.list({})).rows.find(it => it.title === 'Ann Test needs help')
    for (const who of [manager, admin])
      expect(await find(who)).toMatchObject({
        description: 'In the emergency “Leave the site now”.',
        metadata: { emergencyId, personId: ann.id, meaning: 'help' },
      })
    await muster.call(admin).emergencies.allClear({ emergencyId })
  })
})
