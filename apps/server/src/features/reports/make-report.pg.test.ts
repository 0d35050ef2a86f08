import type { ReportKind } from '@muster/domain/report.ts'
import { dayIn, shiftDay } from '@muster/domain/report-span.ts'
import { v7 as uuidV7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import type { TestUser } from '../../testing/factories.ts'
import { testDatabase, testWorld } from '../../testing/test-world.ts'
import { makeReport } from './make-report.ts'
import type { Scope } from './report-scope.ts'

const { db, make } = testDatabase()
const { zone, ann, bob } = testWorld({ make }, { ann: 'app_user', bob: 'app_user' }, { name: 'North' })

beforeEach(() =>
  db.pool.query(`update zone_assignments set assigned_at = '2026-01-01', accepted_at = '2026-01-01'`),
)

const insertVisit = (user: TestUser, entry: string, exit: string | null, visitedZone = zone) =>
  db.pool.query(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source) values ($1, $2, $3, $4, 'device')`,
    [visitedZone.id, user.id, entry, exit],
  )
const listDays = (from: string, count: number) => Array.from({ length: count }, (_, n) => shiftDay(from, n))
const insertPlan = () =>
  db.pool.query(
    `insert into shift_plans (request_id, zone_id, name, days, starts, ends, valid_from)
     values (uuid_v7(), $1, 'Day', '{1,2,3,4,5,6,7}', '08:00', '16:00', '2026-01-01')`,
    [zone.id],
  )
type ReportOptions = Partial<Omit<Scope, 'keptSince'>> & { kind?: ReportKind; kept?: string; by?: TestUser }
async function createReport(
  from: string,
  to: string,
  { kind = 'attendance', kept, by, ...overrides }: ReportOptions = {},
) {
  const scope: Scope = {
    ...{ from, to, zoneIds: [zone.id], groupId: null, userId: null, installation: 'Europe/Berlin' },
    ...overrides,
    keptSince: new Date(kept ?? '2020-01-01'),
    asActor: by !== undefined,
  }
  const makeReportIn = (tx: Parameters<typeof makeReport>[0]) =>
    makeReport(tx, kind, scope, { ofAllZones: true, language: 'en' })
  const { document, charts } = await (by
    ? db.asActor({ userId: by.id, sessionId: by.sessionId }, makeReportIn)
    : db.asOwner('test', makeReportIn))
  const { columns, figures } = document
  return {
    document,
    charts,
    rows: document.rows.map(row => Object.fromEntries(columns.map(({ key }, at) => [key, row[at]]))),
    figures: Object.fromEntries(figures.map(({ label, value }) => [label, value])),
  }
}

it('nobody is reported absent on days whose visits are no longer stored', async () => {
  await insertPlan()
  const { rows } = await createReport('2026-06-08', '2026-06-12', {
    userId: ann.id,
    kept: '2026-06-10T10:00:00Z',
  })
  expect(rows.map(({ day, mark }) => [day, mark])).toEqual([
    ['2026-06-12', 'Absent'],
    ['2026-06-11', 'Absent'],
  ])
})

/** Inserts an open visit of a person last seen `minutesAgo` minutes ago. */
async function insertOpenVisit(user: TestUser, entry: string, minutesAgo: number) {
  await insertVisit(user, entry, null)
  const { rows } = await db.pool.query<{ captured_at: Date }>(
    `update presence_tracking set is_inside_zone = true, entry_time = $3,
       captured_at = date_trunc('minute', now()) - $4 * interval '1 minute'
     where zone_id = $1 and user_id = $2 returning captured_at`,
    [zone.id, user.id, entry, minutesAgo],
  )
  return rows[0]?.captured_at.getTime() ?? 0
}

it('an open visit ends at the last reading, and is marked, once the person has not been seen within the freshness limit', async () => {
  const minuteMs = 60_000
  const entryTime = new Date(Math.floor(Date.now() / minuteMs) * minuteMs - 300 * minuteMs)
  // The last reading is over an hour old, so that no minute of this visit lies in the current hour.
  const annSeenAt = await insertOpenVisit(ann, entryTime.toISOString(), 61)
  await insertOpenVisit(bob, entryTime.toISOString(), 5)
  const [from, to] = [dayIn('Europe/Berlin', entryTime.getTime()), dayIn('Europe/Berlin', Date.now())]
  const { rows, figures } = await createReport(from, to)
  const sumMinutes = (personName: string) =>
    rows.filter(({ name }) => name === personName).reduce((sum, { inside }) => sum + Number(inside), 0)
  expect(sumMinutes('Ann Test')).toBe((annSeenAt - entryTime.getTime()) / minuteMs)
  expect(sumMinutes('Bob Test')).toBeGreaterThanOrEqual(300)
  for (const { name, lastOut, unseen } of rows)
    expect([lastOut, unseen]).toEqual([null, name === 'Ann Test' ? new Date(annSeenAt).toISOString() : null])
  expect(figures['People not seen leaving']).toBe(1)

  const hoursReport = await createReport(from, to, { kind: 'presence' })
  expect(hoursReport.rows.at(-1)).toMatchObject({ people: 1, most: 1 })
  expect(hoursReport.figures['People not seen leaving']).toBe(1)
  // Nobody was present on days after the last reading.
  const nextDay = shiftDay(to, 1)
  expect((await createReport(nextDay, shiftDay(nextDay, 3))).rows).toEqual([])
})

const insertReading = (number: string, direction: 'in' | 'out', at: string, user?: TestUser) =>
  db.pool.query(
    `insert into badge_events (zone_id, number, direction, at, sent_at, user_id) values ($1, $2, $3, $4, $4, $5)`,
    [zone.id, number, direction, at, user?.id ?? null],
  )
const readTimes = (rows: Record<string, unknown>[]) =>
  rows.map(({ name, day, firstIn, lastOut, unseen, visits, inside, source }) => [
    ...[name, day, firstIn, lastOut, unseen ?? null],
    ...[visits, inside, source],
  ])

it('a member whose badge came in was present, and nobody counts twice whose phone shows the same stay', async () => {
  await insertReading('1', 'in', '2026-06-08T06:00:00Z', ann)
  await insertReading('1', 'out', '2026-06-08T14:00:00Z', ann)
  // The phone stays in the car until nine, and leaves the zone at lunch.
  await insertVisit(bob, '2026-06-08T07:00:00Z', '2026-06-08T10:00:00Z')
  await insertVisit(bob, '2026-06-08T11:00:00Z', '2026-06-08T14:30:00Z')
  await insertReading('2', 'in', '2026-06-08T06:00:00Z', bob)
  await insertReading('2', 'out', '2026-06-08T09:00:00Z', bob)
  await insertVisit(bob, '2026-06-09T07:00:00Z', '2026-06-09T08:00:00Z')
  const { rows, figures } = await createReport('2026-06-08', '2026-06-09')
  expect(readTimes(rows)).toEqual([
    ['Bob Test', '2026-06-09', '2026-06-09T07:00:00.000Z', '2026-06-09T08:00:00.000Z', null, 1, 60, 'Phone'],
    ['Ann Test', '2026-06-08', '2026-06-08T06:00:00.000Z', '2026-06-08T14:00:00.000Z', null, 1, 480, 'Badge'],
    [
      ...['Bob Test', '2026-06-08', '2026-06-08T06:00:00.000Z', '2026-06-08T14:30:00.000Z', null, 2],
      ...[7.5 * 60, 'Phone and badge'],
    ],
  ])
  expect(figures['People who were here']).toBe(2)
  // Of a night by badge, the phone shows only the second day.
  await insertReading('1', 'in', '2026-06-10T20:00:00Z', ann)
  await insertReading('1', 'out', '2026-06-11T04:00:00Z', ann)
  await insertVisit(ann, '2026-06-11T01:00:00Z', '2026-06-11T03:00:00Z')
  const night = await createReport('2026-06-10', '2026-06-11')
  expect(night.rows.map(({ day, source }) => [day, source])).toEqual([
    ['2026-06-11', 'Phone and badge'],
    ['2026-06-10', 'Badge'],
  ])
})

it('a badge alone says no more than it knows: no end without an out, no begin without an in', async () => {
  await insertReading('1', 'in', '2026-06-08T06:00:00Z', ann)
  await insertReading('1', 'in', '2026-06-09T06:00:00Z', ann)
  await insertReading('1', 'out', '2026-06-10T02:00:00Z', ann)
  await insertReading('2', 'out', '2026-06-08T14:00:00Z', bob)
  const { rows } = await createReport('2026-06-08', '2026-06-10')
  expect(readTimes(rows)).toEqual([
    [
      ...['Ann Test', '2026-06-10', '2026-06-09T06:00:00.000Z', '2026-06-10T02:00:00.000Z', null, 1],
      ...[240, 'Badge'],
    ],
    [
      ...['Ann Test', '2026-06-09', '2026-06-09T06:00:00.000Z', '2026-06-10T02:00:00.000Z', null, 1],
      ...[960, 'Badge'],
    ],
    ['Ann Test', '2026-06-08', '2026-06-08T06:00:00.000Z', null, '2026-06-08T06:00:00.000Z', 1, 0, 'Badge'],
    ['Bob Test', '2026-06-08', null, '2026-06-08T14:00:00.000Z', null, 1, 0, 'Badge'],
  ])
})

it('a shift is kept by badge', async () => {
  await insertPlan()
  await insertReading('1', 'in', '2026-06-08T06:00:00Z', ann)
  await insertReading('1', 'out', '2026-06-08T14:00:00Z', ann)
  const { rows } = await createReport('2026-06-08', '2026-06-08')
  expect(rows.map(({ name, mark, late }) => [name, mark, late])).toEqual([
    ['Ann Test', 'Present', null],
    ['Bob Test', 'Absent', null],
  ])
})

it.each([
  ['05:55', 'Present', null],
  ['06:20', 'Late', 20],
  ['14:10', 'Absent', null],
])(
  'a badge that came in at %s UTC and not out makes nobody absent, unless the shift was over',
  async (time, mark, late) => {
    await insertPlan()
    await insertReading('1', 'in', `2026-06-08T${time}:00Z`, ann)
    const { rows } = await createReport('2026-06-08', '2026-06-08')
    expect(rows.filter(it => it.name === 'Ann Test').map(it => [it.mark, it.late, it.inside])).toEqual([
      [mark, late, 0],
    ])
  },
)

it('the report by hour counts people by badge once, those without an account too, and says how many are known by badge only', async () => {
  await insertVisit(ann, '2026-06-08T06:10:00Z', '2026-06-08T07:00:00Z')
  await insertReading('1', 'in', '2026-06-08T06:00:00Z', ann)
  await insertReading('1', 'out', '2026-06-08T08:00:00Z', ann)
  await insertReading('4711', 'in', '2026-06-08T06:30:00Z')
  await insertReading('4711', 'out', '2026-06-08T07:00:00Z')
  const { rows } = await createReport('2026-06-08', '2026-06-08', { kind: 'presence' })
  expect(
    rows
      .filter(({ people }) => people !== 0)
      .map(({ hour, people, byBadge, most, inside }) => [hour, people, byBadge, most, inside]),
  ).toEqual([
    ['08:00', 2, 1, 2, 90],
    ['09:00', 1, 1, 1, 60],
  ])
  const onlyAnn = await createReport('2026-06-08', '2026-06-08', { kind: 'presence', userId: ann.id })
  expect(onlyAnn.rows.find(({ hour }) => hour === '08:00')).toMatchObject({ people: 1, most: 1, inside: 60 })
})

it('nobody has a row on days after the last reading', async () => {
  await insertVisit(ann, '2026-06-08T08:00:00Z', null)
  await db.pool.query(
    `update presence_tracking set is_inside_zone = true, entry_time = '2026-06-08T08:00:00Z',
       captured_at = '2026-06-09T09:00:00Z' where user_id = $1`,
    [ann.id],
  )
  const { rows } = await createReport('2026-06-08', '2026-06-12')
  expect(
    rows.map(({ day, firstIn, lastOut, unseen, inside }) => [day, firstIn, lastOut, unseen, inside]),
  ).toEqual([
    ['2026-06-09', '2026-06-08T08:00:00.000Z', null, '2026-06-09T09:00:00.000Z', 11 * 60],
    ['2026-06-08', '2026-06-08T08:00:00.000Z', null, '2026-06-09T09:00:00.000Z', 14 * 60],
  ])
  expect((await createReport('2026-06-10', '2026-06-12')).rows).toEqual([])
  const hoursReport = await createReport('2026-06-10', '2026-06-10', { kind: 'presence' })
  expect(hoursReport.rows.reduce((sum, { inside }) => sum + Number(inside), 0)).toBe(0)
})

it.each(['attendance', 'notifications', 'broadcasts', 'presence'] as const)(
  'a chart shows all days of the report, including empty ones: %s',
  async kind => {
    await insertVisit(ann, '2026-06-08T08:00:00Z', '2026-06-08T09:00:00Z')
    await insertVisit(ann, '2026-06-11T08:00:00Z', '2026-06-11T09:00:00Z')
    const { charts } = await createReport('2026-06-08', '2026-06-12', { kind })
    const dayCharts = charts.filter(({ column }) => column === 'day')
    expect(dayCharts.length).toBeGreaterThan(0)
    for (const { bars } of dayCharts)
      expect(bars.map(({ value }) => value)).toEqual(listDays('2026-06-08', 5))
    if (kind === 'attendance')
      expect(dayCharts[0]?.bars.map(({ amounts }) => amounts[0])).toEqual([60, 0, 0, 60, 0])
    for (const { bars } of charts.filter(({ column }) => column === 'hour')) expect(bars).toHaveLength(24)
  },
)

it('a chart ends today and begins with the first day whose visits are stored', async () => {
  const today = dayIn('Europe/Berlin', Date.now())
  await insertVisit(ann, `${shiftDay(today, -1)}T08:00:00Z`, `${shiftDay(today, -1)}T09:00:00Z`)
  const retentionStart = `${shiftDay(today, -2)}T12:00:00Z`
  const { charts } = await createReport(shiftDay(today, -5), shiftDay(today, 5), { kept: retentionStart })
  expect(charts[0]?.bars.map(({ value }) => value)).toEqual(listDays(shiftDay(today, -2), 3))
})

it('a day with a repeated midnight hour is split once, at its end', async () => {
  // In the Azores, clocks show the first hour of 25 October twice, from 00:00Z and from 01:00Z; the day is split at the second
  // midnight.
  await insertVisit(ann, '2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z')
  await insertVisit(bob, '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')
  const azoresOptions = { installation: 'Atlantic/Azores' }
  const { rows } = await createReport('2026-10-23', '2026-10-26', azoresOptions)
  expect(rows.map(({ name, day, visits, inside }) => [name, day, visits, inside])).toEqual([
    ['Bob Test', '2026-10-25', 1, 30],
    ['Ann Test', '2026-10-24', 1, 60],
    ['Bob Test', '2026-10-24', 1, 30],
  ])
  const hoursReport = await createReport('2026-10-24', '2026-10-24', { ...azoresOptions, kind: 'presence' })
  expect(hoursReport.rows).toHaveLength(25)
  expect(hoursReport.rows.at(-1)).toMatchObject({ day: '2026-10-24', hour: '00:00', people: 2, inside: 60 })
})

it('people who have left the zone are omitted, as are their corrections', async () => {
  for (const { id } of [ann, bob])
    await db.pool.query(
      `insert into attendance_corrections (request_id, zone_id, user_id, day, inside_minutes, reason) values (uuid_v7(), $1, $2, '2026-06-10', 60, 'x')`,
      [zone.id, id],
    )
  await db.pool.query('delete from zone_assignments where user_id = $1', [bob.id])
  const { rows } = await createReport('2026-06-10', '2026-06-10')
  expect(rows.map(({ name }) => name)).toEqual(['Ann Test'])
})

it('a report on zones in different time zones shows times with their day and says so', async () => {
  const farZone = await make.zone({ name: 'Far' })
  await db.pool.query(
    `with it as (insert into clients (name, time_zone) values ('Far', 'Asia/Kolkata') returning id)
     update zones set client_id = it.id from it where zones.id = $1`,
    [farZone.id],
  )
  await make.assign(ann, farZone)
  await insertVisit(ann, '2026-06-09T19:00:00Z', '2026-06-09T20:00:00Z', farZone)
  const findFirstInKind = ({ document }: Awaited<ReturnType<typeof createReport>>) =>
    document.columns.find(({ key }) => key === 'firstIn')?.kind
  const twoZoneReport = await createReport('2026-06-10', '2026-06-10', { zoneIds: [zone.id, farZone.id] })
  expect([
    twoZoneReport.document.timeZone,
    twoZoneReport.document.zonesDiffer,
    findFirstInKind(twoZoneReport),
  ]).toEqual([...['Europe/Berlin', true, 'moment']])
  expect(twoZoneReport.rows).toMatchObject([{ day: '2026-06-10', firstIn: '2026-06-09T19:00:00.000Z' }])
  const oneZoneReport = await createReport('2026-06-10', '2026-06-10', { zoneIds: [farZone.id] })
  expect([
    oneZoneReport.document.timeZone,
    oneZoneReport.document.zonesDiffer,
    findFirstInKind(oneZoneReport),
  ]).toEqual([...['Asia/Kolkata', false, 'time']])
})

it('the presence report counts a person in two zones once, and its figure is the sum of the column', async () => {
  const otherZone = await make.zone()
  await insertVisit(ann, '2026-06-10T06:00:00Z', '2026-06-10T07:30:00Z')
  await insertVisit(ann, '2026-06-10T07:00:00Z', '2026-06-10T08:00:00Z', otherZone)
  await make.assign(ann, otherZone)
  // Each visit rounds down to zero minutes; together they last almost a minute.
  await insertVisit(bob, '2026-06-10T10:00:00Z', '2026-06-10T10:00:29Z')
  await insertVisit(bob, '2026-06-10T11:00:00Z', '2026-06-10T11:00:29Z')
  const scopeInput = { kind: 'presence', zoneIds: [zone.id, otherZone.id] } as const
  const { document, figures } = await createReport('2026-06-10', '2026-06-10', scopeInput)
  expect(figures).toMatchObject({ Peak: 1, 'Time inside': 120 })
  expect(document.columns.find(({ key }) => key === 'inside')?.total).toBe(120)
})

it('broadcasts to all zones are reported only to people who see all zones', async () => {
  const [admin, manager] = [await make.user({ role: 'admin' }), await make.user({ role: 'zone_manager_rw' })]
  await make.assign(manager, zone, 'zone_manager_rw')
  const broadcastId = uuidV7()
  await db.pool.query(
    `insert into broadcasts (id, request_id, title, message, sender_id, state, sent_at)
     values ($1, uuid_v7(), 'Drill', 'Come out', $2, 'sent', '2026-06-10T08:00:00Z')`,
    [broadcastId, admin.id],
  )
  await db.pool.query(
    `insert into broadcast_recipients (broadcast_id, user_id) values ($1, $2), ($1, $3), ($1, $4)`,
    [broadcastId, ann.id, bob.id, manager.id],
  )
  const readBroadcasts = async (actor: TestUser) =>
    (await createReport('2026-06-10', '2026-06-10', { kind: 'broadcasts', by: actor })).rows
  expect(await readBroadcasts(admin)).toMatchObject([{ recipients: 3 }])
  expect(await readBroadcasts(manager)).toEqual([])
})

it('visitors have a column, a figure and a chart of their own, with nothing for hours of which visits were deleted', async () => {
  const day = shiftDay(dayIn('UTC', Date.now()), -2)
  const addVisitors = async (...stays: [entry: string, exit: string | null][]) => {
    for (const [entry, exit] of stays)
      await db.pool.query(
        `insert into visitor_visits (zone_id, request_id, name, name_key, way, signed_in_at, signed_out_at, ended)
         values ($1, uuid_v7(), 'x', 'x', 'kiosk', $2, $3, case when $3::timestamptz is not null then 'self' end)`,
        [zone.id, entry, exit],
      )
  }
  await addVisitors(
    [`${day}T08:10:00Z`, `${day}T08:20:00Z`],
    [`${day}T08:30:00Z`, `${day}T10:00:00Z`],
    [`${day}T23:30:00Z`, `${shiftDay(day, 1)}T00:30:00Z`],
    [`${shiftDay(day, -1)}T12:00:00Z`, `${day}T00:00:00Z`],
    [`${shiftDay(day, 1)}T22:00:00Z`, null],
  )
  await insertVisit(ann, `${day}T08:00:00Z`, `${day}T09:00:00Z`)
  const manager = await make.user({ role: 'zone_manager_ro' })
  await make.assign(manager, zone, 'zone_manager_ro')
  const scopeInput = { installation: 'UTC', by: manager } as const
  const hours = await createReport(day, day, { ...scopeInput, kind: 'presence' })
  const readHours = (rows: typeof hours.rows) =>
    Object.fromEntries(rows.flatMap(row => (row.visitors ? [[row.hour, row.visitors]] : [])))
  expect(readHours(hours.rows)).toEqual({ '08:00': 2, '09:00': 1, '23:00': 1 })
  expect(hours.rows.filter(row => row.visitors === 0)).toHaveLength(21)
  expect(hours.rows.find(row => row.hour === '08:00')).toMatchObject({ people: 1, most: 1 })
  expect(hours.figures).toMatchObject({ 'Visitors signed in': 3 })

  const twoDays = await createReport(day, shiftDay(day, 1), scopeInput)
  expect(twoDays.figures).toMatchObject({ 'People who were here': 1, 'Visitors signed in': 4 })
  expect(twoDays.rows).toHaveLength(1)
  const chart = twoDays.charts.find(({ title }) => title === 'Visitors by day')
  expect(chart?.bars.map(({ value, amounts }) => [value, ...amounts])).toEqual([
    [day, 3],
    [shiftDay(day, 1), 2],
  ])
  for (const filter of [{ userId: ann.id }, { groupId: uuidV7() }]) {
    const { figures, document } = await createReport(day, day, { ...scopeInput, ...filter, kind: 'presence' })
    expect(figures).not.toHaveProperty('Visitors signed in')
    expect(document.columns.map(({ key }) => key)).not.toContain('visitors')
  }

  await db.pool.query('insert into visitor_settings (zone_id, kept_days) values ($1, 1)', [zone.id])
  const older = await createReport(shiftDay(day, -1), day, { ...scopeInput, kind: 'presence' })
  expect(new Set(older.rows.map(row => row.visitors))).toEqual(new Set([null]))
  expect(Object.keys(older.figures).some(label => label.startsWith('Visitors signed in since '))).toBe(true)

  // A longer time brings back no visits.
  await db.pool.query(`update visitor_settings set kept_days = 365, stored_since = now() - interval '1 day'`)
  const longer = await createReport(shiftDay(day, -1), day, { ...scopeInput, kind: 'presence' })
  expect(new Set(longer.rows.map(row => row.visitors))).toEqual(new Set([null]))
})
