import { msg } from '@lingui/core/runtime-macro'
import { maxReportDays, shiftDay } from '@muster/domain/report-span.ts'
import { v7 as uuidV7 } from 'uuid'
import { expect, test } from 'vitest'
import { translate } from '../../lib/texts/testing/translate.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices, testServices } from '../../testing/test-services.ts'
import { createTestSettings } from '../../testing/test-settings.ts'
import { createMakeReport } from './create-make-report.ts'

// Retain years of data, so that past clock changes are covered whenever this runs.
const muster = testServices({ env: { TIME_ZONE: 'Europe/Berlin', RETENTION_DAYS: 3_000 } })

const insertVisit = ({ id: zoneId }: TestZone, { id }: TestUser, entry: string, exit: string | null) =>
  muster.db.pool.query(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, duration_minutes, tracking_source)
     values ($1, $2, $3, $4, extract(epoch from $4::timestamptz - $3) / 60, 'device')`,
    [zoneId, id, entry, exit],
  )

/** Converts rows to objects keyed by column. */
const toTable = ({
  document,
}: {
  document: { columns: { key: string }[]; rows: (string | number | null)[][] }
}) =>
  document.rows.map(row => Object.fromEntries(document.columns.map(({ key }, at) => [key, row[at] ?? null])))

async function createGroup(zone: TestZone, ...people: TestUser[]): Promise<{ id: string }> {
  const id = uuidV7()
  await muster.db.pool.query(`insert into groups (id, name, zone_id) values ($1, 'Crew', $2)`, [id, zone.id])
  for (const { id: userId } of people)
    await muster.db.pool.query('insert into group_members (group_id, zone_id, user_id) values ($1, $2, $3)', [
      id,
      zone.id,
      userId,
    ])
  return { id }
}

async function createPeople() {
  const { make } = muster
  const zone = await make.zone()
  const [ann, bo, cy, manager] = [
    await make.user({ firstName: 'Ann' }),
    await make.user({ firstName: 'Bo' }),
    await make.user({ firstName: 'Cy' }),
    await make.user({ role: 'zone_manager_rw' }),
  ]
  for (const person of [ann, bo, cy]) await make.assign(person, zone)
  await make.assign(manager, zone, 'zone_manager_rw')
  return { zone, ann, bo, cy, manager }
}

test('attendance of three people over both clock changes matches a manual count', async () => {
  const { zone, ann, bo, cy, manager } = await createPeople()
  // 29 March 2026 has 23 hours in Berlin: 02:00 becomes 03:00. 25 October has 25: 03:00 becomes 02:00 again.
  await insertVisit(zone, ann, '2026-03-28T22:00:00+01:00', '2026-03-29T06:00:00+02:00')
  await insertVisit(zone, ann, '2026-03-29T08:00:00+02:00', '2026-03-29T12:30:00+02:00')
  await insertVisit(zone, bo, '2026-03-28T23:30:00+01:00', '2026-03-30T00:30:00+02:00')
  await insertVisit(zone, bo, '2026-10-24T12:00:00+02:00', '2026-10-26T12:00:00+01:00')
  await insertVisit(zone, cy, '2026-10-25T01:30:00+02:00', '2026-10-25T03:30:00+01:00')
  await insertVisit(zone, cy, '2026-10-25T23:59:30+01:00', '2026-10-26T00:00:00+01:00')
  const readReport = (from: string, to: string) =>
    muster.call(manager).reports.zone({ zoneId: zone.id, kind: 'attendance', from, to })

  const marchReport = await readReport('2026-03-28', '2026-03-30')
  expect(
    toTable(marchReport).map(({ name, day, firstIn, lastOut, visits, inside }) => [
      name,
      day,
      firstIn,
      lastOut,
      visits,
      inside,
    ]),
  ).toEqual([
    // A visit across midnight shows its actual times, not midnight.
    ['Bo Test', '2026-03-30', '2026-03-28T22:30:00.000Z', '2026-03-29T22:30:00.000Z', 1, 30],
    // Two hours until midnight, then five hours that the clock shows as six, then four and a half.
    ['Ann Test', '2026-03-29', '2026-03-28T21:00:00.000Z', '2026-03-29T10:30:00.000Z', 2, 5 * 60 + 270],
    ['Bo Test', '2026-03-29', '2026-03-28T22:30:00.000Z', '2026-03-29T22:30:00.000Z', 1, 23 * 60],
    ['Ann Test', '2026-03-28', '2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z', 1, 120],
    ['Bo Test', '2026-03-28', '2026-03-28T22:30:00.000Z', '2026-03-29T22:30:00.000Z', 1, 30],
  ])
  const findFigure = (label: string, report = marchReport) =>
    report.document.figures.find(figure => figure.label === label)?.value
  const total = 120 + 30 + 570 + 1_380 + 30
  expect([findFigure('People who were here'), findFigure('Visits'), findFigure('Time inside')]).toEqual([
    2,
    3,
    total,
  ])
  expect(marchReport.document.columns.find(({ key }) => key === 'inside')?.total).toBe(total)
  expect(marchReport.charts[0]?.bars.map(({ value, amounts }) => [value, ...amounts])).toEqual([
    ['2026-03-28', 150],
    ['2026-03-29', 1_950],
    ['2026-03-30', 30],
  ])

  const octoberReport = await readReport('2026-10-25', '2026-10-25')
  expect(toTable(octoberReport).map(({ name, visits, inside }) => [name, visits, inside])).toEqual([
    ['Bo Test', 1, 25 * 60],
    // Two hours on the clock are three in fact, and half a minute rounds up.
    ['Cy Test', 2, 3 * 60 + 1],
  ])
  // The same day by hour has twenty-five hours.
  const hoursReport = await muster
    .call(manager)
    .reports.zone({ zoneId: zone.id, kind: 'presence', from: '2026-10-25', to: '2026-10-25' })
  const table = toTable(hoursReport)
  expect([table.length, table.filter(({ hour }) => hour === '02:00').length]).toEqual([25, 2])
  expect(table.slice(0, 5).map(({ people, most, inside }) => [people, most, inside])).toEqual([
    [1, 1, 60],
    [2, 2, 90],
    [2, 2, 120],
    [2, 2, 120],
    [2, 2, 90],
  ])
  expect(findFigure('Peak', hoursReport)).toBe(2)
})

test('an hour that starts with everybody leaving has a maximum of nobody inside', async () => {
  const { zone, ann, bo, manager } = await createPeople()
  for (const person of [ann, bo])
    await insertVisit(zone, person, '2026-11-04T08:30:00+01:00', '2026-11-04T10:00:00+01:00')
  const report = await muster
    .call(manager)
    .reports.zone({ zoneId: zone.id, kind: 'presence', from: '2026-11-04', to: '2026-11-04' })
  const findHour = (hourLabel: string) => toTable(report).find(({ hour }) => hour === hourLabel)
  expect(findHour('09:00')).toMatchObject({ people: 2, most: 2, inside: 120 })
  expect(findHour('10:00')).toMatchObject({ people: 0, most: 0, inside: 0 })
})

test('hours on a day with a half-hour clock change follow the wall clock', async () => {
  const lordHoweMuster = await createTestServices({
    env: { TIME_ZONE: 'Australia/Lord_Howe', RETENTION_DAYS: 3_000 },
  })
  try {
    const zone = await lordHoweMuster.make.zone()
    const ann = await lordHoweMuster.make.user()
    const manager = await lordHoweMuster.make.user({ role: 'zone_manager_rw' })
    await lordHoweMuster.make.assign(ann, zone)
    await lordHoweMuster.make.assign(manager, zone, 'zone_manager_rw')
    const readHours = async (day: string, visitTimes: readonly [string, string]) => {
      await lordHoweMuster.db.pool.query(
        `insert into presence_history (zone_id, user_id, entry_time, exit_time, duration_minutes, tracking_source)
         values ($1, $2, $3, $4, extract(epoch from $4::timestamptz - $3) / 60, 'device')`,
        [zone.id, ann.id, ...visitTimes],
      )
      const to = shiftDay(day, 1)
      const report = await lordHoweMuster
        .call(manager)
        .reports.zone({ zoneId: zone.id, kind: 'presence', from: day, to })
      const rows = toTable(report)
      return {
        change: rows.slice(0, 4).map(({ hour, people, most, inside }) => [hour, people, most, inside]),
        minutes: rows.filter(row => row.day === day).reduce((sum, row) => sum + Number(row.inside), 0),
        next: rows.filter(row => row.day === to).map(({ hour }) => hour),
      }
    }
    const dayHours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    expect(await readHours('2026-04-05', ['2026-04-05T00:00:00+11:00', '2026-04-06T00:00:00+10:30'])).toEqual(
      {
        change: [
          ['00:00', 1, 1, 60],
          ['01:00', 1, 1, 60],
          ['01:30', 1, 1, 30],
          ['02:00', 1, 1, 60],
        ],
        minutes: 24.5 * 60,
        next: dayHours,
      },
    )
    expect(await readHours('2026-10-04', ['2026-10-04T00:00:00+10:30', '2026-10-05T00:00:00+11:00'])).toEqual(
      {
        change: [
          ['00:00', 1, 1, 60],
          ['01:00', 1, 1, 60],
          ['02:30', 1, 1, 30],
          ['03:00', 1, 1, 60],
        ],
        minutes: 23.5 * 60,
        next: dayHours,
      },
    )
  } finally {
    await lordHoweMuster.stop()
  }
})

test('refused and uncertain readings are counted on their day, even outside zones', async () => {
  const { zone, ann, manager } = await createPeople()
  await insertVisit(zone, ann, '2026-11-02T08:00:00+01:00', '2026-11-02T09:00:00+01:00')
  const insertReading = (source: string, accuracy: number | null, certain: boolean, at: string) =>
    muster.db.pool.query(
      `insert into position_checks (id, zone_id, user_id, latitude, longitude, accuracy_meters, source, captured_at, received_at,
         inside, certain, distance_to_center_m, distance_to_edge_m, change)
       values ($1, $2, $3, 1, 1, $4, $5, $6, $6, false, $7, 1, 1, 'none')`,
      [uuidV7(), zone.id, ann.id, accuracy, source, at, certain],
    )
  await insertReading('manual', 80, false, '2026-11-02T10:00:00+01:00')
  await insertReading('manual', 20, false, '2026-11-02T10:01:00+01:00')
  await insertReading('device', 80, false, '2026-11-02T10:02:00+01:00')
  await insertReading('device', null, false, '2026-11-02T23:59:59+01:00')
  await insertReading('device', null, false, '2026-11-03T00:00:00+01:00')
  await insertReading('manual', 5, true, '2026-11-02T10:03:00+01:00')
  const report = await muster
    .call(manager)
    .reports.zone({ zoneId: zone.id, kind: 'attendance', from: '2026-11-02', to: '2026-11-02' })
  expect(toTable(report).map(({ refused, uncertain }) => [refused, uncertain])).toEqual([[1, 3]])
})

test('each role has the reports it is permitted, and none of another zone', async () => {
  const { make, call } = muster
  const { zone, ann, bo, manager } = await createPeople()
  const otherPeople = await createPeople()
  const [readOnlyManager, clientAdmin, admin, worker] = [
    await make.user({ role: 'zone_manager_ro' }),
    await make.user({ role: 'client_admin' }),
    await make.user({ role: 'admin' }),
    await make.user({ role: 'worker' }),
  ]
  await make.assign(readOnlyManager, zone, 'zone_manager_ro')
  await make.assign(clientAdmin, zone, 'client_admin')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now())
  const toInstant = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`
  for (const [visitedZone, person] of [
    [zone, ann],
    [zone, bo],
    [otherPeople.zone, otherPeople.ann],
  ] as const)
    for (const day of [shiftDay(today, -3), shiftDay(today, -20)])
      await insertVisit(visitedZone, person, toInstant(day, 8), toInstant(day, 9))
  const span = { from: shiftDay(today, -40), to: today }
  const month = { from: `${span.from.slice(0, 7)}-01`, to: `${span.from.slice(0, 7)}-28` }
  const readZoneReport = (user: TestUser, it: { from: string; to: string }, zoneId = zone.id) =>
    call(user).reports.zone({ zoneId, kind: 'attendance', ...it })
  const readAllZonesReport = (user: TestUser, it: { from: string; to: string }) =>
    call(user).reports.all({ kind: 'attendance', ...it })

  for (const reader of [manager, readOnlyManager])
    expect((await readZoneReport(reader, span)).document.rows).toHaveLength(4)
  // The manager enters the zone with the PIN, so that it is among the zones they may report on.
  expect((await readAllZonesReport(manager, span)).refs.map(({ zoneId }) => zoneId)).toEqual(
    Array(4).fill(zone.id),
  )

  expect(await readCode(readZoneReport(clientAdmin, span))).toBe('REPORT_MONTH_ONLY')
  expect((await readZoneReport(clientAdmin, month)).document.kind).toBe('attendance')
  expect(await readCode(readAllZonesReport(clientAdmin, span))).toBe('REPORT_MONTH_ONLY')
  const ownReport = await readAllZonesReport(clientAdmin, month)
  expect(new Set(ownReport.refs.map(({ zoneId }) => zoneId))).toEqual(
    new Set(ownReport.refs.length > 0 ? [zone.id] : []),
  )

  const allZonesReport = await readAllZonesReport(admin, span)
  expect(new Set(allZonesReport.refs.map(({ zoneId }) => zoneId))).toContain(otherPeople.zone.id)
  expect(allZonesReport.document.columns.map(({ key }) => key)).toContain('zone')

  const fortnight = { from: shiftDay(today, -13), to: today }
  const myReport = await call(ann).reports.mine(fortnight)
  expect(myReport.refs).toMatchObject([{ zoneId: zone.id, userId: ann.id }])
  expect(myReport.document.subject).toBe('Ann Test')
  expect(await readCode(call(ann).reports.mine({ ...fortnight, from: shiftDay(today, -14) }))).toBe(
    'REPORT_FORTNIGHT_ONLY',
  )
  expect(await readCode(call(worker).reports.mine(fortnight))).toBe('FORBIDDEN')
  expect(await readCode(call(worker).reports.all({ kind: 'presence', ...fortnight }))).toBe('FORBIDDEN')
  expect(await readCode(readZoneReport(manager, { from: shiftDay(today, -maxReportDays), to: today }))).toBe(
    'BAD_REQUEST',
  )
})

test("access to reports depends on the role in the zone, not on the account's role", async () => {
  const { make, call } = muster
  const zone = await make.zone()
  const zoneGrantee = await make.user({ role: 'app_user' })
  await make.assign(zoneGrantee, zone, 'client_admin')
  const worker = await make.user({ role: 'worker' })
  await make.assign(worker, zone, 'app_user')
  const restrictedAdmin = await make.user({ role: 'client_admin' })
  await make.assign(restrictedAdmin, zone, 'app_user')
  const { today } = await call(zoneGrantee).reports.calendar({})
  const monthRequest = { kind: 'attendance', from: `${today.slice(0, 7)}-01`, to: today } as const
  const fortnight = { from: shiftDay(today, -13), to: today }
  expect((await call(zoneGrantee).reports.all(monthRequest)).document.kind).toBe('attendance')
  expect((await call(worker).reports.mine(fortnight)).document.kind).toBe('attendance')
  expect(await readCode(call(restrictedAdmin).reports.all(monthRequest))).toBe('FORBIDDEN')
  expect((await call(restrictedAdmin).reports.mine(fortnight)).document.kind).toBe('attendance')
})

test('a report can be limited to a group or person, and a group from another zone is not found', async () => {
  const { call } = muster
  const { zone, ann, bo, manager } = await createPeople()
  for (const person of [ann, bo])
    await insertVisit(zone, person, '2026-11-03T08:00:00Z', '2026-11-03T09:00:00Z')
  const crew = await createGroup(zone, ann)
  const foreignGroup = await createGroup((await createPeople()).zone)
  const readReport = (limits: { groupId?: string; userId?: string }) =>
    call(manager).reports.zone({
      zoneId: zone.id,
      kind: 'attendance',
      from: '2026-11-03',
      to: '2026-11-03',
      ...limits,
    })
  expect((await readReport({})).refs).toHaveLength(2)
  expect((await readReport({ groupId: crew.id })).refs).toMatchObject([{ zoneId: zone.id, userId: ann.id }])
  const { document, refs } = await readReport({ userId: bo.id, groupId: (await createGroup(zone, bo)).id })
  expect(refs).toMatchObject([{ zoneId: zone.id, userId: bo.id }])
  expect(document).toMatchObject({ subject: zone.name, person: 'Bo Test', group: expect.any(String) })
  expect((await readReport({})).document).not.toHaveProperty('person')
  expect(await readCode(readReport({ groupId: foreignGroup.id }))).toBe('GROUP_NOT_FOUND')
  const otherZonePeople = await createPeople()
  for (const userId of [uuidV7(), otherZonePeople.ann.id])
    expect(await readCode(readReport({ userId }))).toBe('USER_NOT_FOUND')
})

test('two people with the same name are shown with their codes, in rows and in a report about one of them', async () => {
  const { zone, ann, bo, manager } = await createPeople()
  const namesake = await muster.make.user({ firstName: 'Ann' })
  await muster.make.assign(namesake, zone)
  for (const person of [ann, namesake, bo])
    await insertVisit(zone, person, '2026-03-10T08:00:00+01:00', '2026-03-10T09:00:00+01:00')
  const readReport = (options: object = {}) =>
    muster.call(manager).reports.zone({
      ...{ zoneId: zone.id, kind: 'attendance', from: '2026-03-10', to: '2026-03-10' },
      ...options,
    })
  const { rows } = await muster.db.pool.query<{ id: string; user_code: string }>(
    'select id, user_code from user_profiles where id = any($1)',
    [[ann.id, namesake.id]],
  )
  const toNameWithCode = (id: string) => `Ann Test (${rows.find(row => row.id === id)?.user_code})`
  expect(toTable(await readReport()).map(({ name }) => name)).toEqual(
    [toNameWithCode(ann.id), toNameWithCode(namesake.id)].sort().concat('Bo Test'),
  )
  const namesakeReport = await readReport({ userId: namesake.id })
  expect(namesakeReport.document.person).toBe(toNameWithCode(namesake.id))
  expect(toTable(namesakeReport).map(({ name }) => name)).toEqual([toNameWithCode(namesake.id)])
  expect((await readReport({ userId: bo.id })).document.person).toBe('Bo Test')
})

test('notifications and broadcasts include their handling times', async () => {
  const { db, call } = muster
  const { zone, ann, bo, manager } = await createPeople()
  const insertHazard = async (severity: string, status: string, steps: [string, string][]) => {
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into hazards (request_id, title, description, severity, status, zone_id, reported_by, created_at)
       values ($1, 'Spill', 'Oil', $2, $3, $4, $5, '2026-11-04T08:00:00Z') returning id`,
      [uuidV7(), severity, status, zone.id, ann.id],
    )
    for (const [newStatus, at] of steps)
      await db.pool.query(
        `insert into hazard_steps (hazard_id, kind, status, actor_id, at) values ($1, 'status', $2, $3, $4)`,
        [rows[0]?.id, newStatus, manager.id, at],
      )
  }
  await insertHazard('high', 'open', [])
  await insertHazard('low', 'resolved', [
    ['in_progress', '2026-11-04T08:10:00Z'],
    ['resolved', '2026-11-04T08:40:00Z'],
  ])
  // The hazard is resolved, reopened, resolved and closed: the second resolution counts.
  await insertHazard('low', 'closed', [
    ['resolved', '2026-11-04T08:20:00Z'],
    ['open', '2026-11-04T09:00:00Z'],
    ['resolved', '2026-11-04T10:00:00Z'],
    ['closed', '2026-11-04T11:00:00Z'],
  ])
  const span = { zoneId: zone.id, from: '2026-11-04', to: '2026-11-04' }
  const notifications = await call(manager).reports.zone({ ...span, kind: 'notifications' })
  expect(notifications.document.figures.map(({ value }) => value)).toEqual([3, 2, 1, 80])
  expect(
    toTable(notifications)
      .map(row => [row.severity, row.firstStep, row.resolved])
      .sort(),
  ).toEqual([
    ['High', null, null],
    ['Low', 10, 40],
    ['Low', 20, 120],
  ])
  expect(notifications.charts[0]?.bars.map(({ label, amounts }) => [label, ...amounts])).toEqual([
    ['Low', 0, 0, 1, 1],
    ['Medium', 0, 0, 0, 0],
    ['High', 1, 0, 0, 0],
    ['Critical', 0, 0, 0, 0],
  ])

  const broadcastId = uuidV7()
  await db.pool.query(
    `insert into broadcasts (id, request_id, title, message, sender_id, zone_id, answers, state, sent_at)
     values ($1, $2, 'Drill', 'Come out', $3, $4, '{Safe}', 'sent', '2026-11-04T08:00:00Z')`,
    [broadcastId, uuidV7(), manager.id, zone.id],
  )
  await db.pool.query(
    `insert into broadcast_recipients (broadcast_id, user_id, zone_id, state, answer, changed_at) values
       ($1, $2, $4, 'answered', 'Safe', '2026-11-04T08:06:00Z'), ($1, $3, $4, 'seen', null, '2026-11-04T08:02:00Z')`,
    [broadcastId, ann.id, bo.id, zone.id],
  )
  const broadcasts = await call(manager).reports.zone({ ...span, kind: 'broadcasts' })
  expect(toTable(broadcasts)).toMatchObject([
    { title: 'Drill', recipients: 2, seen: 2, acknowledged: 1, unreachable: 0, time: 6 },
  ])
})

test('attendance is compared with shifts, even across midnight and a clock change', async () => {
  const { zone, ann, bo, cy, manager } = await createPeople()
  await muster.db.pool.query(
    `update zone_assignments set assigned_at = '2026-01-01', accepted_at = '2026-01-01' where zone_id = $1`,
    [zone.id],
  )
  const createPlan = (name: string, days: number[], starts: string, ends: string, groupId: string | null) =>
    muster.db.pool.query(
      `insert into shift_plans (request_id, zone_id, group_id, name, days, starts, ends, grace_minutes, valid_from)
       values ($1, $2, $3, $4, $5, $6, $7, 10, '2026-01-01')`,
      [uuidV7(), zone.id, groupId, name, days, starts, ends],
    )
  const nightGroup = await createGroup(zone, bo)
  const dayOffGroup = await createGroup(zone, manager)
  await createPlan('Days', [5, 6], '08:00', '16:00', null)
  await createPlan('Nights', [6], '22:00', '06:00', nightGroup.id)
  await createPlan('Office', [1], '08:00', '16:00', dayOffGroup.id)
  // Friday 27 March to Sunday 29 March, when clocks jump from 02:00 to 03:00.
  await insertVisit(zone, ann, '2026-03-27T08:09:00+01:00', '2026-03-27T17:00:00+01:00')
  await insertVisit(zone, ann, '2026-03-28T08:30:00+01:00', '2026-03-28T12:00:00+01:00')
  await insertVisit(zone, ann, '2026-03-28T12:30:00+01:00', '2026-03-28T15:00:00+01:00')
  await insertVisit(zone, bo, '2026-03-28T21:45:00+01:00', '2026-03-29T06:30:00+02:00')
  await insertVisit(zone, cy, '2026-03-29T10:00:00+02:00', '2026-03-29T11:00:00+02:00')
  const span = { from: '2026-03-27', to: '2026-03-29' }
  const readReport = () => muster.call(manager).reports.zone({ zoneId: zone.id, kind: 'attendance', ...span })
  const report = await readReport()
  expect(
    toTable(report)
      .map(({ day, name, inside, expected, mark, late, early, overtime }) =>
        [day, name, inside, expected, mark, late, early, overtime].join(' '),
      )
      .sort(),
  ).toEqual([
    '2026-03-27 Ann Test 531 480 Present   60',
    '2026-03-27 Cy Test 0 480 Absent   ',
    '2026-03-28 Ann Test 360 480 Late and left early 30 60 ',
    // On that night 22:00 to 06:00 is seven hours; the quarter of an hour before is overtime.
    '2026-03-28 Bo Test 135 420 Present   15',
    '2026-03-28 Cy Test 0 480 Absent   ',
    // All but half an hour of the next day's 330 minutes belong to the shift that began the evening before.
    '2026-03-29 Bo Test 330 0 Worked on a day off   30',
    '2026-03-29 Cy Test 60 0 Worked on a day off   60',
  ])

  // A correction is shown with its reason next to the measured times, and so is the person's objection.
  const { call } = muster
  await call(manager).shifts.correct({
    requestId: uuidV7(),
    zoneId: zone.id,
    userId: cy.id,
    day: '2026-03-28',
    firstIn: '2026-03-28T07:00:00.000Z',
    lastOut: '2026-03-28T15:00:00.000Z',
    insideMinutes: null,
    excused: false,
    reason: '=Phone broken',
  })
  const correctedRow = toTable(await readReport()).find(
    ({ name, day }) => name === 'Cy Test' && day === '2026-03-28',
  )
  expect(correctedRow).toMatchObject({
    firstIn: '2026-03-28T07:00:00.000Z',
    inside: 480,
    mark: 'Present',
    correction: '=Phone broken',
    measured: 'Not inside',
    visits: 0,
  })
})

test("a report is in the person's language, and a scheduled report is in the organisation's language", async () => {
  translate(msg`Name`, 'hi', 'नाम')
  translate(msg`Name`, 'ar', 'الاسم')
  const { db, make, call, databaseUrl, dataDir } = muster
  const zone = await make.zone()
  const manager = await make.user({ role: 'zone_manager_rw' })
  await make.assign(manager, zone, 'zone_manager_rw')
  await db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [manager.id])
  const { rows } = await db.pool.query(
    `insert into clients (request_id, name, language) values (uuid_v7(), 'Org', 'ar') returning id`,
  )
  await db.pool.query('update zones set client_id = $2 where id = $1', [zone.id, rows[0].id])
  const request = { kind: 'attendance', zoneId: zone.id, from: '2026-03-27', to: '2026-03-29' } as const
  const screenReport = await call(manager).reports.zone(request)
  expect([screenReport.document.language, screenReport.document.columns[0]?.label]).toEqual(['hi', 'नाम'])
  const makeReport = createMakeReport({ db, env: createTestSettings({ databaseUrl, dataDir }).env })
  const orderedRequest = { ...request, groupId: null, userId: null }
  const neverAbortedSignal = new AbortController().signal
  const labels: unknown[] = []
  for (const actor of [{ userId: manager.id, zoneIds: [zone.id] }, null])
    labels.push((await makeReport(orderedRequest, actor, neverAbortedSignal, () => {})).columns[0]?.label)
  expect(labels).toEqual(['नाम', 'الاسم'])
})
