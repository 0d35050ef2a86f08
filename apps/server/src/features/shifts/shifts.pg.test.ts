import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, toLocalTime } from '@muster/domain/local-time.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { listCorrections, listObjectionStates } from './index.ts'
import { planShifts } from './plan-shifts.ts'

const timeZone = 'Europe/Berlin'
const today = toLocalTime(Date.now(), timeZone).day
const day = addDays(today, -3)
const toInstant = (time: string, date = day) => `${date}T${time}:00.000Z`

const muster = testServices({ env: { TIME_ZONE: timeZone } })
const { zone, manager, secondManager, viewer, ann, outsider } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  secondManager: { firstName: 'Max', in: 'zone_manager_rw' },
  viewer: 'zone_manager_ro',
  ann: { in: 'app_user', entered: false },
  outsider: {},
})

beforeEach(async () => {
  const { make } = muster
  await make.assign(outsider, await make.zone(), 'zone_manager_rw')
})

const shiftsAs = (user: TestUser) => muster.call(user).shifts
const createPlanInput = (overrides: object = {}) => ({
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
  ...overrides,
})
const createCorrection = (overrides: object = {}) => ({
  zoneId: zone.id,
  userId: ann.id,
  day,
  requestId: crypto.randomUUID(),
  firstIn: toInstant('06:00'),
  lastOut: toInstant('15:00'),
  insideMinutes: null,
  excused: false,
  reason: 'The phone was empty',
  ...overrides,
})
const objectToDay = async (user = ann, overrides: object = {}) =>
  (
    await shiftsAs(user).object({
      ...{ zoneId: zone.id, day, requestId: crypto.randomUUID(), text: 'I was there', ...overrides },
    })
  ).objectionId
const listAlerts = async (user: TestUser) =>
  (await muster.call(user).alerts.list({})).rows.filter(it => it.type === 'system').map(it => it.title)
const createScope = () => ({ zoneIds: [zone.id], from: day, to: day })
const listCurrentCorrections = () => muster.db.asOwner('test', tx => listCorrections(tx, createScope()))
const readObjectionStates = async () =>
  (await muster.db.asOwner('test', tx => listObjectionStates(tx, createScope()))).map(it => it.state)

describe('plans and holidays', () => {
  it('are created once, listed, changed and removed', async () => {
    const input = createPlanInput()
    const { planId } = await shiftsAs(manager).createPlan(input)
    expect(await shiftsAs(manager).createPlan(input)).toEqual({ planId })
    expect(await readCode(shiftsAs(manager).createPlan({ ...input, name: 'Other' }))).toBe('REQUEST_ID_TAKEN')
    expect(await shiftsAs(viewer).plans({ zoneId: zone.id })).toEqual({
      plans: [
        {
          ...{ id: planId, zoneId: zone.id, groupId: null, groupName: null, name: 'Day shift', days: [1, 5] },
          ...{ starts: '08:00', ends: '17:00', graceMinutes: 10, validFrom: '2026-01-01', validUntil: null },
        },
      ],
      timeZone,
      mayChange: false,
    })
    const { requestId: _, ...fields } = createPlanInput({ ends: '06:00', validUntil: '2026-12-31' })
    await shiftsAs(manager).updatePlan({ ...fields, planId })
    expect((await shiftsAs(manager).plans({ zoneId: zone.id })).plans[0]).toMatchObject({
      ends: '06:00',
      validUntil: '2026-12-31',
    })
    await shiftsAs(manager).removePlan({ zoneId: zone.id, planId })
    expect(await readCode(shiftsAs(manager).removePlan({ zoneId: zone.id, planId }))).toBe(
      'SHIFT_PLAN_NOT_FOUND',
    )
    await expect(
      shiftsAs(manager).createPlan(createPlanInput({ validUntil: '2025-12-31' })),
    ).rejects.toThrow()
  })

  it('can only be for groups of the same zone', async () => {
    const otherZone = await muster.make.zone()
    const createGroupIn = async (zoneId: string) =>
      (
        await muster.db.pool.query(`insert into groups (name, zone_id) values ('Night', $1) returning id`, [
          zoneId,
        ])
      ).rows[0].id
    expect(
      await readCode(
        shiftsAs(manager).createPlan(createPlanInput({ groupId: await createGroupIn(otherZone.id) })),
      ),
    ).toBe('GROUP_NOT_FOUND')
    await shiftsAs(manager).createPlan(createPlanInput({ groupId: await createGroupIn(zone.id) }))
    expect((await shiftsAs(manager).plans({ zoneId: zone.id })).plans[0]?.groupName).toBe('Night')
  })

  it('plans are limited to a hundred, even for concurrent additions', async () => {
    await muster.db.pool.query(
      `insert into shift_plans (request_id, zone_id, name, days, starts, ends, valid_from)
        select uuid_v7(), $1, 'x', '{1}', '08:00', '09:00', '2026-01-01' from generate_series(1, 99)`,
      [zone.id],
    )
    const createPlan = () => ({ ...createPlanInput(), createdBy: manager.id })
    const readSecondCode = await muster.db.asOwner('test', async tx => {
      await write(tx, writeContext => planShifts(writeContext, createPlan()))
      const secondCall = muster.db.asOwner('test', tx =>
        write(tx, writeContext => planShifts(writeContext, createPlan())),
      )
      const secondCode = readCode(secondCall)
      await sleep(100)
      return () => secondCode
    })
    expect(await readSecondCode()).toBe('SHIFT_PLANS_FULL')
  })

  it('several holidays can be added at once, and renamed', async () => {
    const addHolidays = (...holidays: { day: string; name: string }[]) =>
      shiftsAs(manager).addHolidays({ zoneId: zone.id, holidays })
    await addHolidays({ day: '2026-12-25', name: 'Xmas' }, { day: '2026-05-01', name: 'May Day' })
    await addHolidays({ day: '2026-12-25', name: 'Christmas' }, { day: '2027-01-01', name: 'New Year' })
    const { holidays } = await shiftsAs(viewer).holidays({ zoneId: zone.id, year: 2026 })
    expect(holidays).toEqual([
      { day: '2026-05-01', name: 'May Day' },
      { day: '2026-12-25', name: 'Christmas' },
    ])
    expect(await shiftsAs(manager).removeHoliday({ zoneId: zone.id, day: '2026-05-01' })).toEqual({
      removed: true,
    })
    expect(await shiftsAs(manager).removeHoliday({ zoneId: zone.id, day: '2026-05-01' })).toEqual({
      removed: false,
    })
  })
})

describe('a correction', () => {
  it('applies until the next correction or its revocation, and all corrections are kept', async () => {
    const firstCorrection = createCorrection()
    const { correctionId } = await shiftsAs(manager).correct(firstCorrection)
    expect(await shiftsAs(manager).correct(firstCorrection)).toEqual({ correctionId })
    for (const changedFields of [{ reason: 'Another' }, { firstIn: toInstant('07:00') }, { lastOut: null }])
      expect(await readCode(shiftsAs(manager).correct({ ...firstCorrection, ...changedFields }))).toBe(
        'REQUEST_ID_TAKEN',
      )
    expect(await listCurrentCorrections()).toMatchObject([
      {
        user_id: ann.id,
        day,
        first_in: new Date(toInstant('06:00')),
        reason: 'The phone was empty',
        corrected_by: manager.id,
      },
    ])
    const excuseFields = { firstIn: null, lastOut: null, excused: true, reason: 'At the doctor' }
    await shiftsAs(secondManager).correct(createCorrection(excuseFields))
    expect(await listCurrentCorrections()).toMatchObject([
      { excused: true, first_in: null, corrected_by: secondManager.id },
    ])
    const withdrawalInput = {
      zoneId: zone.id,
      userId: ann.id,
      day,
      requestId: crypto.randomUUID(),
      reason: 'Wrong day',
    }
    const withdrawnDay = await shiftsAs(manager).takeBackCorrection(withdrawalInput)
    expect(await shiftsAs(manager).takeBackCorrection(withdrawalInput)).toEqual(withdrawnDay)
    expect(await listCurrentCorrections()).toEqual([])
    const repeatedWithdrawal = { ...withdrawalInput, requestId: crypto.randomUUID() }
    expect(await readCode(shiftsAs(manager).takeBackCorrection(repeatedWithdrawal))).toBe('NOT_CORRECTED')
    const { corrections, mayCorrect } = await shiftsAs(viewer).day({ zoneId: zone.id, userId: ann.id, day })
    expect(corrections.map(it => [it.reason, it.by.name, it.withdrawn])).toEqual([
      ['Wrong day', 'Mia Test', true],
      ['At the doctor', 'Max Test', false],
      ['The phone was empty', 'Mia Test', false],
    ])
    expect(mayCorrect).toBe(false)
  })

  it('cannot be made for oneself, and only for people of the zone', async () => {
    expect(await readCode(shiftsAs(manager).correct(createCorrection({ userId: manager.id })))).toBe(
      'OWN_ATTENDANCE',
    )
    expect(await readCode(shiftsAs(manager).correct(createCorrection({ userId: outsider.id })))).toBe(
      'USER_NOT_FOUND',
    )
    await shiftsAs(secondManager).correct(createCorrection({ userId: manager.id }))
    await muster.db.pool.query(
      `insert into presence_history (user_id, zone_id, entry_time, exit_time, tracking_source)
        values ($1, $2, now(), now(), 'manual')`,
      [outsider.id, zone.id],
    )
    await shiftsAs(manager).correct(createCorrection({ userId: outsider.id }))
    // Reports omit the days of former members, as they omit their visits.
    expect((await listCurrentCorrections()).map(it => it.user_id)).toEqual([manager.id])
  })

  it('requires times on its day and not in the future; an absence can be excused in advance', async () => {
    const tryCorrection = (overrides: object) =>
      readCode(shiftsAs(manager).correct(createCorrection(overrides)))
    expect(await tryCorrection({ firstIn: toInstant('06:00', addDays(day, -2)) })).toBe(
      'CORRECTION_TIME_INVALID',
    )
    expect(await tryCorrection({ lastOut: toInstant('23:30', addDays(day, 1)) })).toBe(
      'CORRECTION_TIME_INVALID',
    )
    expect(await tryCorrection({ firstIn: toInstant('15:00'), lastOut: toInstant('06:00') })).toBe(
      'CORRECTION_TIME_INVALID',
    )
    const futureInstant = new Date(Date.now() + 600_000).toISOString()
    expect(await tryCorrection({ day: today, firstIn: futureInstant, lastOut: null })).toBe(
      'CORRECTION_TIME_INVALID',
    )
    const tomorrow = { day: addDays(today, 1), firstIn: null, lastOut: null }
    expect(await tryCorrection({ ...tomorrow, insideMinutes: 60 })).toBe('CORRECTION_TIME_INVALID')
    expect(await tryCorrection({ ...tomorrow, excused: true })).toBeUndefined()
    // Times overnight are valid.
    expect(
      await tryCorrection({ firstIn: toInstant('20:00'), lastOut: toInstant('04:00', addDays(day, 1)) }),
    ).toBeUndefined()
    await expect(
      shiftsAs(manager).correct(createCorrection({ firstIn: null, lastOut: null })),
    ).rejects.toThrow()
  })

  it('requires both ends if nothing was measured, and no more time inside than fits between them', async () => {
    const tryCorrection = (overrides: object) =>
      readCode(shiftsAs(manager).correct(createCorrection(overrides)))
    expect(await tryCorrection({ lastOut: null })).toBe('CORRECTION_TIME_INVALID')
    expect(await tryCorrection({ insideMinutes: 9 * 60 + 1 })).toBe('CORRECTION_TIME_INVALID')
    expect(await tryCorrection({ insideMinutes: 9 * 60 })).toBeUndefined()
    const noTimes = { firstIn: null, lastOut: null }
    expect(await tryCorrection({ ...noTimes, insideMinutes: 2_880 })).toBe('CORRECTION_TIME_INVALID')
    expect(await tryCorrection({ ...noTimes, insideMinutes: 1_380 })).toBeUndefined()
    await muster.db.pool.query(
      `insert into presence_history (user_id, zone_id, entry_time, exit_time, tracking_source)
        values ($1, $2, $3, $4, 'manual')`,
      [ann.id, zone.id, toInstant('10:00'), toInstant('12:00')],
    )
    expect(await tryCorrection({ lastOut: null })).toBeUndefined()
    expect(await tryCorrection({ firstIn: null })).toBeUndefined()
    expect(await tryCorrection({ firstIn: null, insideMinutes: 301 })).toBe('CORRECTION_TIME_INVALID')
    expect(await tryCorrection({ firstIn: toInstant('12:30'), lastOut: null })).toBe(
      'CORRECTION_TIME_INVALID',
    )
  })

  it('is refused for a day too far ahead, and so is viewing that day', async () => {
    const lastDay = { zoneId: zone.id, day: '9999-12-31' }
    expect(await readCode(shiftsAs(manager).correct(createCorrection({ day: lastDay.day })))).toBe(
      'CORRECTION_TIME_INVALID',
    )
    await shiftsAs(manager).createPlan(createPlanInput({ days: [1, 2, 3, 4, 5, 6, 7], ends: '06:00' }))
    expect(await readCode(shiftsAs(ann).ownDay(lastDay))).toBe('DAY_IN_FUTURE')
    expect(await readCode(shiftsAs(manager).day({ ...lastDay, userId: ann.id }))).toBe('DAY_IN_FUTURE')
    expect((await shiftsAs(ann).ownDay({ ...lastDay, day: addDays(today, 366) })).expected).not.toBeNull()
  })

  it('alerts the person, is logged, and updates open screens', async () => {
    await shiftsAs(manager).correct(createCorrection())
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
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    await shiftsAs(superAdmin).correct(createCorrection())
    expect(await listAlerts(ann)).toEqual(['Your attendance was corrected'])
  })
})

describe('an objection', () => {
  it('can be raised without the PIN, one at a time, and alerts the people who may answer', async () => {
    const input = { zoneId: zone.id, day, requestId: crypto.randomUUID(), text: 'I was there' }
    const { objectionId } = await shiftsAs(ann).object(input)
    expect(await shiftsAs(ann).object(input)).toEqual({ objectionId })
    expect(await readCode(objectToDay())).toBe('OBJECTION_OPEN')
    expect(await readCode(objectToDay(ann, { day: addDays(today, 1) }))).toBe('DAY_IN_FUTURE')
    expect(await listAlerts(manager)).toEqual(['Ann Test objected to their attendance record'])
    expect(await listAlerts(viewer)).toEqual([])
    const ownDay = await shiftsAs(ann).ownDay({ zoneId: zone.id, day })
    expect(ownDay).toMatchObject({
      mayCorrect: false,
      objections: [{ id: objectionId, state: 'open', text: 'I was there', mayAnswer: false }],
    })
    const listOpenObjections = (user: TestUser) => shiftsAs(user).openObjections({ zoneId: zone.id })
    expect((await listOpenObjections(manager)).rows).toMatchObject([
      { person: { name: 'Ann Test' }, day, mayAnswer: true },
    ])
    expect((await listOpenObjections(viewer)).rows).toMatchObject([{ mayAnswer: false }])
    expect(await readObjectionStates()).toEqual(['open'])
  })

  it('alerts people who were granted the permission to answer, and administrators if there are none', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    const setPermission = (user: TestUser, granted: boolean) =>
      muster.db.pool.query(
        `insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, 'edit_zones', $3)`,
        [user.id, zone.id, granted],
      )
    await setPermission(viewer, true)
    await setPermission(manager, false)
    await objectToDay()
    const listEvents = async () => [
      ...(await Promise.all(
        [manager, secondManager, viewer, admin].map(async it => (await listAlerts(it)).length),
      )),
    ]
    expect(await listEvents()).toEqual([0, 1, 1, 0])
    await muster.db.pool.query(`update zone_permissions set granted = false where user_id = $1`, [viewer.id])
    await setPermission(secondManager, false)
    await objectToDay(ann, { day: addDays(day, -1) })
    expect(await listEvents()).toEqual([0, 1, 1, 1])
  })

  it('is accepted by a correction, with one alert', async () => {
    const objectionId = await objectToDay()
    const { userId: _, day: _day, reason: __, ...fields } = createCorrection()
    const input = { ...fields, objectionId, answer: 'You are right' }
    const acceptedDay = await shiftsAs(manager).acceptObjection(input)
    expect(await shiftsAs(manager).acceptObjection(input)).toEqual(acceptedDay)
    expect(await listCurrentCorrections()).toMatchObject([
      { id: acceptedDay.correctionId, reason: 'You are right' },
    ])
    expect(await readObjectionStates()).toEqual(['accepted'])
    expect(await listAlerts(ann)).toEqual(['Your objection was accepted'])
    const declineObjection = () =>
      shiftsAs(secondManager).declineObjection({ zoneId: zone.id, objectionId, answer: 'No' })
    expect(await readCode(declineObjection())).toBe('OBJECTION_SETTLED')
    expect((await shiftsAs(manager).openObjections({ zoneId: zone.id })).rows).toEqual([])
  })

  it('stays open if the times of the correction are invalid', async () => {
    const objectionId = await objectToDay()
    const {
      userId: _,
      day: _day,
      reason: __,
      ...fields
    } = createCorrection({ firstIn: toInstant('06:00', '2020-01-01') })
    const acceptance = shiftsAs(manager).acceptObjection({ ...fields, objectionId, answer: 'Yes' })
    expect(await readCode(acceptance)).toBe('CORRECTION_TIME_INVALID')
    expect(await readObjectionStates()).toEqual(['open'])
  })

  it('is declined with an answer, but never by its author', async () => {
    const objectionId = await objectToDay(manager)
    const declineObjection = (user: TestUser) =>
      shiftsAs(user).declineObjection({ zoneId: zone.id, objectionId, answer: 'The gate was open' })
    expect(await readCode(declineObjection(manager))).toBe('OWN_ATTENDANCE')
    await declineObjection(secondManager)
    expect(await listAlerts(manager)).toEqual(['Your objection was declined'])
    const { objections } = await shiftsAs(manager).ownDay({ zoneId: zone.id, day })
    expect(objections).toMatchObject([
      { state: 'declined', answer: 'The gate was open', answeredBy: { name: 'Max Test' } },
    ])
    await objectToDay(manager)
    expect(await readObjectionStates()).toEqual(['open'])
  })

  it('can be withdrawn by its author while it is open', async () => {
    const objectionId = await objectToDay()
    const withdrawObjection = (user: TestUser) =>
      readCode(shiftsAs(user).withdrawObjection({ zoneId: zone.id, objectionId }))
    expect(await withdrawObjection(manager)).toBe('OBJECTION_NOT_FOUND')
    expect(await withdrawObjection(ann)).toBeUndefined()
    expect(await withdrawObjection(ann)).toBeUndefined()
    expect(await readObjectionStates()).toEqual(['withdrawn'])
    const answeredObjectionId = await objectToDay()
    await shiftsAs(manager).declineObjection({
      zoneId: zone.id,
      objectionId: answeredObjectionId,
      answer: 'No',
    })
    expect(
      await readCode(shiftsAs(ann).withdrawObjection({ zoneId: zone.id, objectionId: answeredObjectionId })),
    ).toBe('OBJECTION_SETTLED')
  })
})

it('a day shows its expected shifts', async () => {
  await muster.db.pool.query(
    `update zone_assignments set assigned_at = '2026-01-01', accepted_at = '2026-01-01' where zone_id = $1`,
    [zone.id],
  )
  expect((await shiftsAs(ann).ownDay({ zoneId: zone.id, day: '2026-10-26' })).expected).toBeNull()
  await shiftsAs(manager).createPlan(createPlanInput())
  const readExpectedShifts = async (it: string) =>
    (await shiftsAs(ann).ownDay({ zoneId: zone.id, day: it })).expected
  expect(await readExpectedShifts('2026-10-26')).toEqual({
    holiday: null,
    shifts: [
      {
        ...{ startsAt: '2026-10-26T07:00:00.000Z', endsAt: '2026-10-26T16:00:00.000Z' },
        ...{ graceMinutes: 10, plan: 'Day shift' },
      },
    ],
  })
  expect(await readExpectedShifts('2026-10-27')).toEqual({ holiday: null, shifts: [] })
})
