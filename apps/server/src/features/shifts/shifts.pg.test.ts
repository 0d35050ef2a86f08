import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, toLocalTime } from '@muster/domain/local-time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { listCorrections, listObjectionStates } from './index.ts'
import { planShifts } from './plan-shifts.ts'

const timeZone = 'Europe/Berlin'
const today = toLocalTime(Date.now(), timeZone).day
const day = addDays(today, -3)
const at = (time: string, on = day) => `${on}T${time}:00.000Z`

let muster: Awaited<ReturnType<typeof createTestServices>>
let zone: TestZone
let manager: TestUser
let second: TestUser
let viewer: TestUser
let ann: TestUser
let outsider: TestUser

beforeAll(async () => {
  muster = await createTestServices({ env: { TIME_ZONE: timeZone } })
})
afterAll(() => muster.stop())

beforeEach(async () => {
  const { make } = muster
  zone = await make.zone()
  manager = await make.user({ firstName: 'Mia' })
  second = await make.user({ firstName: 'Max' })
  viewer = await make.user({ firstName: 'Vic' })
  ann = await make.user({ firstName: 'Ann' })
  outsider = await make.user({ firstName: 'Out' })
  await make.assign(manager, zone, 'zone_manager_rw')
  await make.assign(second, zone, 'zone_manager_rw')
  await make.assign(viewer, zone, 'zone_manager_ro')
  // Ann has not entered the PIN.
  await make.assign(ann, zone, 'app_user', false)
  await make.assign(outsider, await make.zone(), 'zone_manager_rw')
})

const shifts = (who: TestUser) => muster.call(who).shifts
const planned = (over: object = {}) => ({
  zoneId: zone.id,
  requestId: crypto.randomUUID(),
  name: 'Day shift',
  groupId: null,
  days: [5, 1, 1],
  starts: '08:00',
  ends: '17:00',
  graceMinutes: 10,
  validFrom: '2026-01-01',
  validUntil: null,
  ...over,
})
const createCorrection = (over: object = {}) => ({
  zoneId: zone.id,
  userId: ann.id,
  day,
  requestId: crypto.randomUUID(),
  firstIn: at('06:00'),
  lastOut: at('15:00'),
  insideMinutes: null,
  excused: false,
  reason: 'The phone was empty',
  ...over,
})
const object = async (who = ann, over: object = {}) =>
  (
    await shifts(who).object({
      ...{ zoneId: zone.id, day, requestId: crypto.randomUUID(), text: 'I was there', ...over },
    })
  ).objectionId
const listAlerts = async (who: TestUser) =>
  (await muster.call(who).alerts.list({})).rows.filter(it => it.type === 'system').map(it => it.title)
const ofZone = () => ({ zoneIds: [zone.id], from: day, to: day })
const counting = () => muster.db.asOwner('test', tx => listCorrections(tx, ofZone()))
const states = async () =>
  (await muster.db.asOwner('test', tx => listObjectionStates(tx, ofZone()))).map(it => it.state)

describe('plans and holidays', () => {
  it('are created once, listed, changed and removed', async () => {
    const input = planned()
    const { planId } = await shifts(manager).createPlan(input)
    expect(await shifts(manager).createPlan(input)).toEqual({ planId })
    expect(await readCode(shifts(manager).createPlan({ ...input, name: 'Other' }))).toBe('REQUEST_ID_TAKEN')
    expect(await shifts(viewer).plans({ zoneId: zone.id })).toEqual({
      plans: [
        {
          ...{ id: planId, zoneId: zone.id, groupId: null, groupName: null, name: 'Day shift', days: [1, 5] },
          ...{ starts: '08:00', ends: '17:00', graceMinutes: 10, validFrom: '2026-01-01', validUntil: null },
        },
      ],
      timeZone,
      mayChange: false,
    })
    const { requestId: _, ...fields } = planned({ ends: '06:00', validUntil: '2026-12-31' })
    await shifts(manager).updatePlan({ ...fields, planId })
    expect((await shifts(manager).plans({ zoneId: zone.id })).plans[0]).toMatchObject({
      ends: '06:00',
      validUntil: '2026-12-31',
    })
    await shifts(manager).removePlan({ zoneId: zone.id, planId })
    expect(await readCode(shifts(manager).removePlan({ zoneId: zone.id, planId }))).toBe(
      'SHIFT_PLAN_NOT_FOUND',
    )
    await expect(shifts(manager).createPlan(planned({ validUntil: '2025-12-31' }))).rejects.toThrow()
  })

  it('can only be for groups of the same zone', async () => {
    const other = await muster.make.zone()
    const groupIn = async (zoneId: string) =>
      (
        await muster.db.pool.query(`insert into groups (name, zone_id) values ('Night', $1) returning id`, [
          zoneId,
        ])
      ).rows[0].id
    expect(await readCode(shifts(manager).createPlan(planned({ groupId: await groupIn(other.id) })))).toBe(
      'GROUP_NOT_FOUND',
    )
    await shifts(manager).createPlan(planned({ groupId: await groupIn(zone.id) }))
    expect((await shifts(manager).plans({ zoneId: zone.id })).plans[0]?.groupName).toBe('Night')
  })

  it('plans are limited to a hundred, even for concurrent additions', async () => {
    await muster.db.pool.query(
      `insert into shift_plans (request_id, zone_id, name, days, starts, ends, valid_from)
        select uuid_v7(), $1, 'x', '{1}', '08:00', '09:00', '2026-01-01' from generate_series(1, 99)`,
      [zone.id],
    )
    const plan = () => ({ ...planned(), createdBy: manager.id })
    const other = await muster.db.asOwner('test', async tx => {
      await write(tx, its => planShifts(its, plan()))
      const second = muster.db.asOwner('test', tx => write(tx, its => planShifts(its, plan())))
      const meanwhile = readCode(second)
      await sleep(100)
      return () => meanwhile
    })
    expect(await other()).toBe('SHIFT_PLANS_FULL')
  })

  it('several holidays can be added at once, and renamed', async () => {
    const add = (...holidays: { day: string; name: string }[]) =>
      shifts(manager).addHolidays({ zoneId: zone.id, holidays })
    await add({ day: '2026-12-25', name: 'Xmas' }, { day: '2026-05-01', name: 'May Day' })
    await add({ day: '2026-12-25', name: 'Christmas' }, { day: '2027-01-01', name: 'New Year' })
    const { holidays } = await shifts(viewer).holidays({ zoneId: zone.id, year: 2026 })
    expect(holidays).toEqual([
      { day: '2026-05-01', name: 'May Day' },
      { day: '2026-12-25', name: 'Christmas' },
    ])
    expect(await shifts(manager).removeHoliday({ zoneId: zone.id, day: '2026-05-01' })).toEqual({
      removed: true,
    })
    expect(await shifts(manager).removeHoliday({ zoneId: zone.id, day: '2026-05-01' })).toEqual({
      removed: false,
    })
  })
})

describe('a correction', () => {
  it('applies until the next correction or its revocation, and all corrections are kept', async () => {
    const first = createCorrection()
    const { correctionId } = await shifts(manager).correct(first)
    expect(await shifts(manager).correct(first)).toEqual({ correctionId })
    for (const other of [{ reason: 'Another' }, { firstIn: at('07:00') }, { lastOut: null }])
      expect(await readCode(shifts(manager).correct({ ...first, ...other }))).toBe('REQUEST_ID_TAKEN')
    expect(await counting()).toMatchObject([
      {
        user_id: ann.id,
        day,
        first_in: new Date(at('06:00')),
        reason: 'The phone was empty',
        corrected_by: manager.id,
      },
    ])
    const excuse = { firstIn: null, lastOut: null, excused: true, reason: 'At the doctor' }
    await shifts(second).correct(createCorrection(excuse))
    expect(await counting()).toMatchObject([{ excused: true, first_in: null, corrected_by: second.id }])
    const back = { zoneId: zone.id, userId: ann.id, day, requestId: crypto.randomUUID(), reason: 'Wrong day' }
    const corrected = await shifts(manager).takeBackCorrection(back)
    expect(await shifts(manager).takeBackCorrection(back)).toEqual(corrected)
    expect(await counting()).toEqual([])
    const again = { ...back, requestId: crypto.randomUUID() }
    expect(await readCode(shifts(manager).takeBackCorrection(again))).toBe('NOT_CORRECTED')
    const { corrections, mayCorrect } = await shifts(viewer).day({ zoneId: zone.id, userId: ann.id, day })
    expect(corrections.map(it => [it.reason, it.by.name, it.withdrawn])).toEqual([
      ['Wrong day', 'Mia Test', true],
      ['At the doctor', 'Max Test', false],
      ['The phone was empty', 'Mia Test', false],
    ])
    expect(mayCorrect).toBe(false)
  })

  it('cannot be made for oneself, and only for people of the zone', async () => {
    expect(await readCode(shifts(manager).correct(createCorrection({ userId: manager.id })))).toBe(
      'OWN_ATTENDANCE',
    )
    expect(await readCode(shifts(manager).correct(createCorrection({ userId: outsider.id })))).toBe(
      'USER_NOT_FOUND',
    )
    await shifts(second).correct(createCorrection({ userId: manager.id }))
    await muster.db.pool.query(
      `insert into presence_history (user_id, zone_id, entry_time, exit_time, tracking_source)
        values ($1, $2, now(), now(), 'manual')`,
      [outsider.id, zone.id],
    )
    await shifts(manager).correct(createCorrection({ userId: outsider.id }))
    // Reports omit the days of former members, as they omit their visits.
    expect((await counting()).map(it => it.user_id)).toEqual([manager.id])
  })

  it('requires times on its day and not in the future; an absence can be excused in advance', async () => {
    const wrong = (over: object) => readCode(shifts(manager).correct(createCorrection(over)))
    expect(await wrong({ firstIn: at('06:00', addDays(day, -2)) })).toBe('CORRECTION_TIME_INVALID')
    expect(await wrong({ lastOut: at('23:30', addDays(day, 1)) })).toBe('CORRECTION_TIME_INVALID')
    expect(await wrong({ firstIn: at('15:00'), lastOut: at('06:00') })).toBe('CORRECTION_TIME_INVALID')
    const soon = new Date(Date.now() + 600_000).toISOString()
    expect(await wrong({ day: today, firstIn: soon, lastOut: null })).toBe('CORRECTION_TIME_INVALID')
    const tomorrow = { day: addDays(today, 1), firstIn: null, lastOut: null }
    expect(await wrong({ ...tomorrow, insideMinutes: 60 })).toBe('CORRECTION_TIME_INVALID')
    expect(await wrong({ ...tomorrow, excused: true })).toBeUndefined()
    // Times overnight are valid.
    expect(await wrong({ firstIn: at('20:00'), lastOut: at('04:00', addDays(day, 1)) })).toBeUndefined()
    await expect(
      shifts(manager).correct(createCorrection({ firstIn: null, lastOut: null })),
    ).rejects.toThrow()
  })

  it('requires both ends if nothing was measured, and no more time inside than fits between them', async () => {
    const wrong = (over: object) => readCode(shifts(manager).correct(createCorrection(over)))
    expect(await wrong({ lastOut: null })).toBe('CORRECTION_TIME_INVALID')
    expect(await wrong({ insideMinutes: 9 * 60 + 1 })).toBe('CORRECTION_TIME_INVALID')
    expect(await wrong({ insideMinutes: 9 * 60 })).toBeUndefined()
    const hours = { firstIn: null, lastOut: null }
    expect(await wrong({ ...hours, insideMinutes: 2_880 })).toBe('CORRECTION_TIME_INVALID')
    expect(await wrong({ ...hours, insideMinutes: 1_380 })).toBeUndefined()
    await muster.db.pool.query(
      `insert into presence_history (user_id, zone_id, entry_time, exit_time, tracking_source)
        values ($1, $2, $3, $4, 'manual')`,
      [ann.id, zone.id, at('10:00'), at('12:00')],
    )
    expect(await wrong({ lastOut: null })).toBeUndefined()
    expect(await wrong({ firstIn: null })).toBeUndefined()
    expect(await wrong({ firstIn: null, insideMinutes: 301 })).toBe('CORRECTION_TIME_INVALID')
    expect(await wrong({ firstIn: at('12:30'), lastOut: null })).toBe('CORRECTION_TIME_INVALID')
  })

  it('is refused for a day too far ahead, and so is viewing that day', async () => {
    const last = { zoneId: zone.id, day: '9999-12-31' }
    expect(await readCode(shifts(manager).correct(createCorrection({ day: last.day })))).toBe(
      'CORRECTION_TIME_INVALID',
    )
    await shifts(manager).createPlan(planned({ days: [1, 2, 3, 4, 5, 6, 7], ends: '06:00' }))
    expect(await readCode(shifts(ann).ownDay(last))).toBe('DAY_IN_FUTURE')
    expect(await readCode(shifts(manager).day({ ...last, userId: ann.id }))).toBe('DAY_IN_FUTURE')
    expect((await shifts(ann).ownDay({ ...last, day: addDays(today, 366) })).expected).not.toBeNull()
  })

  it('alerts the person, is logged, and updates open screens', async () => {
    await shifts(manager).correct(createCorrection())
    expect(await listAlerts(ann)).toEqual(['Your attendance was corrected'])
    const { rows } = await muster.db.pool.query(
      `select actor_id, affected_user_id, metadata from security_events where event_type = 'attendance_corrected' and affected_user_id = $1`,
      [ann.id],
    )
    expect(rows).toEqual([
      {
        actor_id: manager.id,
        affected_user_id: ann.id,
        metadata: { zoneId: zone.id, day, withdrawn: false },
      },
    ])
    const events = await muster.db.pool.query(
      `select topic from feed_events where kind = 'attendance.corrected' and payload ->> 'userId' = $1 order by 1`,
      [ann.id],
    )
    expect(events.rows.map(it => it.topic)).toEqual(['admin', `user:${ann.id}`, `zone:${zone.id}`])
  })

  it('is visible to an internal admin, who can also read the security log', async () => {
    const admin = await muster.make.user({ role: 'super_admin' })
    await shifts(admin).correct(createCorrection())
    expect(await listAlerts(ann)).toEqual(['Your attendance was corrected'])
  })
})

describe('an objection', () => {
  it('can be raised without the PIN, one at a time, and alerts the people who may answer', async () => {
    const input = { zoneId: zone.id, day, requestId: crypto.randomUUID(), text: 'I was there' }
    const { objectionId } = await shifts(ann).object(input)
    expect(await shifts(ann).object(input)).toEqual({ objectionId })
    expect(await readCode(object())).toBe('OBJECTION_OPEN')
    expect(await readCode(object(ann, { day: addDays(today, 1) }))).toBe('DAY_IN_FUTURE')
    expect(await listAlerts(manager)).toEqual(['Ann Test objected to their attendance'])
    expect(await listAlerts(viewer)).toEqual([])
    const own = await shifts(ann).ownDay({ zoneId: zone.id, day })
    expect(own).toMatchObject({
      mayCorrect: false,
      objections: [{ id: objectionId, state: 'open', text: 'I was there', mayAnswer: false }],
    })
    const open = (who: TestUser) => shifts(who).openObjections({ zoneId: zone.id })
    expect((await open(manager)).rows).toMatchObject([{ person: { name: 'Ann Test' }, day, mayAnswer: true }])
    expect((await open(viewer)).rows).toMatchObject([{ mayAnswer: false }])
    expect(await states()).toEqual(['open'])
  })

  it('alerts people who were granted the permission to answer, and administrators if there are none', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    const change = (who: TestUser, granted: boolean) =>
      muster.db.pool.query(
        `insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, 'edit_zones', $3)`,
        [who.id, zone.id, granted],
      )
    await change(viewer, true)
    await change(manager, false)
    await object()
    const listEvents = async () => [
      ...(await Promise.all([manager, second, viewer, admin].map(async it => (await listAlerts(it)).length))),
    ]
    expect(await listEvents()).toEqual([0, 1, 1, 0])
    await muster.db.pool.query(`update zone_permissions set granted = false where user_id = $1`, [viewer.id])
    await change(second, false)
    await object(ann, { day: addDays(day, -1) })
    expect(await listEvents()).toEqual([0, 1, 1, 1])
  })

  it('is accepted by a correction, with one alert', async () => {
    const objectionId = await object()
    const { userId: _, day: _day, reason: __, ...fields } = createCorrection()
    const input = { ...fields, objectionId, answer: 'You are right' }
    const accepted = await shifts(manager).acceptObjection(input)
    expect(await shifts(manager).acceptObjection(input)).toEqual(accepted)
    expect(await counting()).toMatchObject([{ id: accepted.correctionId, reason: 'You are right' }])
    expect(await states()).toEqual(['accepted'])
    expect(await listAlerts(ann)).toEqual(['Your objection was accepted'])
    const decline = () => shifts(second).declineObjection({ zoneId: zone.id, objectionId, answer: 'No' })
    expect(await readCode(decline())).toBe('OBJECTION_SETTLED')
    expect((await shifts(manager).openObjections({ zoneId: zone.id })).rows).toEqual([])
  })

  it('stays open if the times of the correction are invalid', async () => {
    const objectionId = await object()
    const {
      userId: _,
      day: _day,
      reason: __,
      ...fields
    } = createCorrection({ firstIn: at('06:00', '2020-01-01') })
    const call = shifts(manager).acceptObjection({ ...fields, objectionId, answer: 'Yes' })
    expect(await readCode(call)).toBe('CORRECTION_TIME_INVALID')
    expect(await states()).toEqual(['open'])
  })

  it('is declined with an answer, but never by its author', async () => {
    const objectionId = await object(manager)
    const decline = (who: TestUser) =>
      shifts(who).declineObjection({ zoneId: zone.id, objectionId, answer: 'The gate was open' })
    expect(await readCode(decline(manager))).toBe('OWN_ATTENDANCE')
    await decline(second)
    expect(await listAlerts(manager)).toEqual(['Your objection was declined'])
    const { objections } = await shifts(manager).ownDay({ zoneId: zone.id, day })
    expect(objections).toMatchObject([
      { state: 'declined', answer: 'The gate was open', answeredBy: { name: 'Max Test' } },
    ])
    await object(manager)
    expect(await states()).toEqual(['open'])
  })

  it('can be withdrawn by its author while it is open', async () => {
    const objectionId = await object()
    const withdraw = (who: TestUser) =>
      readCode(shifts(who).withdrawObjection({ zoneId: zone.id, objectionId }))
    expect(await withdraw(manager)).toBe('OBJECTION_NOT_FOUND')
    expect(await withdraw(ann)).toBeUndefined()
    expect(await withdraw(ann)).toBeUndefined()
    expect(await states()).toEqual(['withdrawn'])
    const answered = await object()
    await shifts(manager).declineObjection({ zoneId: zone.id, objectionId: answered, answer: 'No' })
    expect(await readCode(shifts(ann).withdrawObjection({ zoneId: zone.id, objectionId: answered }))).toBe(
      'OBJECTION_SETTLED',
    )
  })
})

it('a day shows its expected shifts', async () => {
  await muster.db.pool.query(
    `update zone_assignments set assigned_at = '2026-01-01', accepted_at = '2026-01-01' where zone_id = $1`,
    [zone.id],
  )
  expect((await shifts(ann).ownDay({ zoneId: zone.id, day: '2026-10-26' })).expected).toBeNull()
  await shifts(manager).createPlan(planned())
  const of = async (it: string) => (await shifts(ann).ownDay({ zoneId: zone.id, day: it })).expected
  expect(await of('2026-10-26')).toEqual({
    holiday: null,
    shifts: [
      {
        ...{ startsAt: '2026-10-26T07:00:00.000Z', endsAt: '2026-10-26T16:00:00.000Z' },
        ...{ graceMinutes: 10, plan: 'Day shift' },
      },
    ],
  })
  expect(await of('2026-10-27')).toEqual({ holiday: null, shifts: [] })
})
