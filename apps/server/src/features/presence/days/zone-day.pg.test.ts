import { maxZoneDayPageRows } from '@muster/contract/presence-days.ts'
import { limits } from '@muster/domain/limits.ts'
import { v7 as uuidV7 } from 'uuid'
import { expect, test } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import { insideTestBox, outsideTestBox, type TestUser, type TestZone } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'

const muster = testServices()

const hour = 3_600_000
/** Midnight (UTC) at the start of yesterday, a completed day whose log is in the default partition. */
const dayStart = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 24 * hour
const isoAtHour = (hours: number) => new Date(dayStart + hours * hour).toISOString()
const day = { from: isoAtHour(0), to: isoAtHour(24) }

async function createPeople() {
  const { make } = muster
  const zone = await make.zone()
  const [worker, colleague, manager, clientAdmin] = [
    await make.user({ firstName: 'Wim' }),
    await make.user({ firstName: 'Cor' }),
    await make.user({ firstName: 'Max' }),
    await make.user({ role: 'client_admin' }),
  ]
  await make.assign(worker, zone)
  await make.assign(colleague, zone)
  await make.assign(manager, zone, 'zone_manager_ro')
  await make.assign(clientAdmin, zone, 'client_admin')
  return { zone, worker, colleague, manager, clientAdmin }
}

/**
 * Inserts a visit as the check writer stores it. `from` and `to` are hours since the start of the day; `to` is null for an open
 * visit.
 */
async function insertVisit(user: TestUser, zone: TestZone, from: number, to: number | null) {
  await muster.db.pool.query(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source) values ($1, $2, $3, $4, 'device')`,
    [zone.id, user.id, isoAtHour(from), to === null ? null : isoAtHour(to)],
  )
  if (to !== null) return
  await muster.db.pool.query(
    `update presence_tracking set is_inside_zone = true, entry_time = $3, captured_at = $3 where zone_id = $1 and user_id = $2`,
    [zone.id, user.id, isoAtHour(from)],
  )
}

async function insertReading(
  user: TestUser,
  zone: TestZone,
  hours: number,
  position = insideTestBox,
  { accuracy, certain } = { accuracy: 7, certain: true },
) {
  const values = [
    uuidV7(),
    zone.id,
    user.id,
    position.lat,
    position.lng,
    isoAtHour(hours),
    position === insideTestBox,
    accuracy,
    certain,
  ]
  await muster.db.pool.query(
    `insert into position_checks (id, zone_id, user_id, latitude, longitude, accuracy_meters, source, captured_at, received_at,
       inside, certain, distance_to_center_m, distance_to_edge_m, change)
     values ($1, $2, $3, $4, $5, $8, 'device', $6, $6, $7, $9, 1, 1, 'none')`,
    values,
  )
}
const readZoneDay = (
  viewer: TestUser,
  zone: TestZone,
  overrides: Partial<typeof day> & { cursor?: string } = {},
) => muster.call(viewer).presence.zoneDay({ zoneId: zone.id, ...day, ...overrides })
const listPlaces = (viewer: TestUser, zone: TestZone, hours: number) =>
  muster.call(viewer).presence.zoneDayPlaces({ zoneId: zone.id, ...day, moment: isoAtHour(hours) })
const toHours = (rows: readonly { name: string; entryTime: string; exitTime: string | null }[]) =>
  rows.map(({ name, entryTime, exitTime }) => [
    name,
    (Date.parse(entryTime) - dayStart) / hour,
    exitTime && (Date.parse(exitTime) - dayStart) / hour,
  ])

test('a zone’s day has exactly the visits that overlap it; those of former members are visible only to themselves', async () => {
  const { zone, worker, colleague, manager, clientAdmin } = await createPeople()
  const otherZone = await muster.make.zone()
  await muster.make.assign(worker, otherZone)
  await insertVisit(worker, otherZone, 1, 2)
  for (const [from, to] of [
    [-30, -28],
    [-2, 0],
    [-1, 1],
    [8, 12],
    [23, 26],
    [27, 28],
  ] as const)
    await insertVisit(worker, zone, from, to)
  // One visit lasts from before the day until after it, and another is still open.
  await insertVisit(colleague, zone, -3, 25)
  await insertVisit(manager, zone, -40, null)
  const formerMember = await muster.make.user()
  await muster.make.assign(formerMember, zone)
  await insertVisit(formerMember, zone, 9, 10)
  await muster.call(clientAdmin).users.unlink({ zoneId: zone.id, userId: formerMember.id })

  const zoneDayPage = await readZoneDay(clientAdmin, zone)
  expect(toHours(zoneDayPage.rows).map(([, ...hours]) => hours)).toEqual([
    [-40, null],
    [-3, 25],
    [-1, 1],
    [8, 12],
    [23, 26],
  ])
  expect(toHours(zoneDayPage.rows).map(([name]) => name)).toEqual([
    'Max Test',
    'Cor Test',
    'Wim Test',
    'Wim Test',
    'Wim Test',
  ])
  expect(zoneDayPage).toMatchObject({ total: 5, next: null })
  expect((await readZoneDay(manager, zone)).total).toBe(5)
  expect(await readCode(readZoneDay(manager, zone, { to: isoAtHour(22) }))).toBe('BAD_REQUEST')
  // Expired visits are hidden, even while they are still stored.
  const retentionStartHour = -limits.retentionDays * 24
  await insertVisit(worker, zone, retentionStartHour - 30, retentionStartHour - 20)
  expect(
    (
      await readZoneDay(manager, zone, {
        from: isoAtHour(retentionStartHour - 48),
        to: isoAtHour(retentionStartHour - 24),
      })
    ).total,
  ).toBe(0)
})

test("an open visit includes the person's last reading, an ended one does not", async () => {
  const { zone, worker, colleague, manager } = await createPeople()
  await insertVisit(worker, zone, 8, null)
  await muster.db.pool.query(
    'update presence_tracking set captured_at = $3 where zone_id = $1 and user_id = $2',
    [zone.id, worker.id, isoAtHour(9)],
  )
  await insertVisit(colleague, zone, 8.5, 12)
  const { rows } = await readZoneDay(manager, zone)
  expect(rows.map(({ exitTime, lastSeen }) => [exitTime, lastSeen])).toEqual([
    [null, isoAtHour(9)],
    [isoAtHour(12), null],
  ])
  const { history } = await muster.call(manager).presence.panel({ zoneId: zone.id })
  expect(history.map(({ lastSeen }) => lastSeen)).toEqual([null, isoAtHour(9)])
  const { visits } = await muster.call(manager).presence.visitsOf({ zoneId: zone.id, userId: worker.id })
  expect(visits.map(({ lastSeen }) => lastSeen)).toEqual([isoAtHour(9)])
})

test('thousands of visits are paged without gaps or duplicates', async () => {
  const { zone, worker, manager } = await createPeople()
  await insertVisit(worker, zone, -2, 0.001)
  await muster.db.pool.query(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source)
     select $1, $2, $3::timestamptz + (n / 3) * interval '1 minute', $3::timestamptz + (n / 3) * interval '1 minute', 'device'
     from generate_series(1, $4::int) n`,
    [zone.id, worker.id, day.from, 2 * maxZoneDayPageRows + 10],
  )
  const ids: string[] = []
  let cursor: string | undefined
  let pageCount = 0
  do {
    const page = await readZoneDay(manager, zone, cursor ? { cursor } : {})
    expect(page.total).toBe(cursor ? null : 2 * maxZoneDayPageRows + 11)
    ids.push(...page.rows.map(row => row.id))
    cursor = page.next ?? undefined
    pageCount++
  } while (cursor)
  expect([pageCount, ids.length, new Set(ids).size]).toEqual([3, 2 * maxZoneDayPageRows + 11, ids.length])
  expect(await readCode(readZoneDay(manager, zone, { cursor: 'bm8' }))).toBe('CURSOR_INVALID')
})

test('people who may track see the last positions of those inside at a moment; the view is logged once per day and shown to those people', async () => {
  const { zone, worker, colleague, manager } = await createPeople()
  await insertVisit(worker, zone, 8, 12)
  await insertVisit(colleague, zone, -3, 25)
  for (const hours of [8, 9, 11]) await insertReading(worker, zone, hours)
  await insertReading(worker, zone, 9.5, outsideTestBox)
  await insertReading(colleague, zone, -1)
  const listLastPositions = async (hours: number) =>
    (await listPlaces(manager, zone, hours)).people.map(({ name, at: lastSeenAt, lat, accuracyMeters }) => [
      name,
      (Date.parse(lastSeenAt) - dayStart) / hour,
      lat,
      accuracyMeters,
    ])
  // This reading is too inaccurate to locate the person.
  await insertReading(worker, zone, 9.6, insideTestBox, { accuracy: 400, certain: false })
  // The colleague was inside but has no readings on this day.
  expect(await listLastPositions(7)).toEqual([])
  expect(await listLastPositions(10)).toEqual([['Wim Test', 9, insideTestBox.lat, 7]])
  expect(await listLastPositions(11.5)).toEqual([['Wim Test', 11, insideTestBox.lat, 7]])
  expect(await listLastPositions(12)).toEqual([])
  // The log entry covers only this day, so moments outside it are refused.
  expect(await readCode(listPlaces(manager, zone, 24.1))).toBe('BAD_REQUEST')

  await readZoneDay(manager, zone)
  await readZoneDay(manager, zone)
  const { rows: loggedEvents } = await muster.db.pool.query(
    `select event_type, affected_user_id, metadata ->> 'accessType' as kind, metadata ->> 'day' as day
     from security_events where actor_id = $1 order by created_at, event_type desc`,
    [manager.id],
  )
  const commonFields = { affected_user_id: null, day: isoAtHour(12) }
  expect(loggedEvents).toEqual([
    { event_type: 'location_access', kind: 'zone_day_places', ...commonFields },
    { event_type: 'data_access', kind: 'zone_day', ...commonFields },
  ])
  const { rows } = await muster.call(worker).settings.locationLooks({})
  expect(rows.map(({ kind, day: viewedDay, wholeZone }) => [kind, viewedDay, wholeZone])).toEqual([
    ['zone_day_places', isoAtHour(12), true],
  ])
})
