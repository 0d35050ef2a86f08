import { consentVersion } from '@muster/domain/consent.ts'
import { v7 as uuidV7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, outsideTestBox, type TestUser, type TestZone } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { exportText } from './testing/export-text.ts'

const muster = testServices()

const query = (text: string, values: unknown[] = []) => muster.db.pool.query(text, values)
const decideConsent = (person: TestUser, decision: 'given' | 'withdrawn') =>
  decision === 'given'
    ? muster.call(person).consents.give({ version: consentVersion, at: 'settings' })
    : muster.call(person).consents.withdraw()
const check = (person: TestUser, zone: TestZone, at = insideTestBox) =>
  muster.call(person).presence.checkUserInZone({
    zoneId: zone.id,
    id: uuidV7(),
    ...at,
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
  })

async function createPeople() {
  const { make } = muster
  const [zone, person, other, manager, admin] = await Promise.all([
    make.zone(),
    make.user({ firstName: 'Wim' }),
    make.user({ firstName: 'Cor' }),
    make.user(),
    make.user({ role: 'admin' }),
  ])
  for (const member of [person, other]) {
    await make.assign(member, zone)
    await check(member, zone)
  }
  await make.assign(manager, zone, 'zone_manager_rw')
  return { zone, person, other, manager, admin }
}

const createTodaySpan = () => {
  const from = Math.floor(Date.now() / 86_400_000) * 86_400_000
  return { from: new Date(from).toISOString(), to: new Date(from + 86_400_000).toISOString() }
}

/** Reads everything that viewers receive about a person's current or last position. */
async function readPositionData(manager: TestUser, admin: TestUser, zone: TestZone, person: TestUser) {
  const { presence, users } = muster.call(manager)
  const zoneId = zone.id
  const span = createTodaySpan()
  const [positions, inside, leftList, panel, places, detail, day, dayPlaces, points, visits, account] = [
    await presence.positions({ zoneId }),
    await presence.inside({ zoneId }),
    await presence.left({ zoneId }),
    await presence.panel({ zoneId }),
    await users.inZone({ zoneId, list: 'places' }),
    await users.detail({ zoneId, userId: person.id }),
    await presence.dayOf({ zoneId, userId: person.id, ...span }),
    await presence.zoneDayPlaces({ zoneId, ...span, moment: span.to }),
    await exportText(muster.db, manager, { zoneId, kind: 'inside', format: 'geojson' }),
    await exportText(muster.db, manager, { zoneId, kind: 'visits', format: 'geojson', ...span }),
    await muster.call(admin).accounts.detail({ userId: person.id }),
  ]
  const row = places.rows.find(it => it.userId === person.id)
  const toState = (it: typeof row) => it && !it.invited && [it.consent, it.presence, it.position !== null]
  const isTheirs = (it: { userId: string }) => it.userId === person.id
  return {
    liveMap: positions.people.some(isTheirs),
    inside: inside.rows.some(isTheirs),
    count: panel.inside,
    left: [...panel.recentlyLeft, ...leftList.rows].some(isTheirs),
    card: toState(row),
    details: toState(detail.person),
    lastSeen: row && !row.invited && row.lastSeen !== null,
    day: [day.consent, day.readings.length],
    dayPlaces: dayPlaces.people.some(isTheirs),
    points: points.includes('Wim'),
    visitPoints: JSON.parse(visits).features.some(
      (it: { properties: { name: string }; geometry: unknown }) =>
        it.properties.name.startsWith('Wim') && it.geometry !== null,
    ),
    account: [account.consent, account.presence, account.lastSeen !== null],
  }
}

test('after a withdrawal of consent readers see only the withdrawal and no last position; after new consent they see the next position', async () => {
  const { zone, person, manager, admin } = await createPeople()
  const visibleData = {
    liveMap: true,
    inside: true,
    count: 2,
    left: false,
    card: ['given', 'inside', true],
    details: ['given', 'inside', true],
    lastSeen: true,
    day: ['given', 1],
    dayPlaces: true,
    points: true,
    visitPoints: true,
    account: ['given', 'inside', true],
  }
  expect(await readPositionData(manager, admin, zone, person)).toEqual(visibleData)
  const withheldData = {
    liveMap: false,
    inside: false,
    count: 1,
    left: false,
    card: ['withdrawn', 'unknown', false],
    details: ['withdrawn', 'unknown', false],
    lastSeen: false,
    day: ['withdrawn', 0],
    dayPlaces: false,
    points: false,
    visitPoints: false,
    account: ['withdrawn', 'unknown', false],
  }
  await decideConsent(person, 'withdrawn')
  expect(await readPositionData(manager, admin, zone, person)).toEqual(withheldData)
  const { rows: consentEvents } = await query(
    `select topic, payload::jsonb - 'zoneId' as said from feed_events where kind = 'presence.consent' and payload ->> 'userId' = $1`,
    [person.id],
  )
  expect(consentEvents).toEqual([
    {
      topic: `zone:${zone.id}`,
      said: { userId: person.id, consent: 'withdrawn', was: 'inside', entryTime: expect.any(String) },
    },
  ])

  // The previous position stays deleted; the log is visible again.
  await decideConsent(person, 'given')
  expect(await readPositionData(manager, admin, zone, person)).toMatchObject({
    liveMap: false,
    inside: false,
    card: ['given', 'unknown', false],
    day: ['given', 1],
    account: ['given', 'unknown', false],
  })
  await check(person, zone)
  expect(await readPositionData(manager, admin, zone, person)).toMatchObject({
    ...visibleData,
    day: ['given', 2],
  })
})

test('row-level security hides the log and the state after a withdrawal; people still see their own day and visits', async () => {
  const { zone, person, other, manager } = await createPeople()
  await decideConsent(person, 'withdrawn')
  const listVisible = (viewer: TestUser) =>
    muster.db.asActor({ userId: viewer.id, sessionId: viewer.sessionId }, async tx => ({
      log: await tx.selectFrom('position_checks').select('user_id').where('zone_id', '=', zone.id).execute(),
      states: await tx
        .selectFrom('presence_tracking')
        .select(['user_id', 'is_inside_zone'])
        .where('zone_id', '=', zone.id)
        .where('captured_at', 'is not', null)
        .execute(),
    }))
  expect(await listVisible(manager)).toEqual({
    log: [{ user_id: other.id }],
    states: [{ user_id: other.id, is_inside_zone: true }],
  })
  expect((await listVisible(person)).log).toEqual([{ user_id: person.id }])
  const ownDay = await muster.call(person).presence.myDay({ zoneId: zone.id, ...createTodaySpan() })
  expect([ownDay.readings.length, ownDay.visits.length, ownDay.visits[0]?.exitTime]).toEqual([
    1,
    1,
    expect.any(String),
  ])
  const { rows } = await query(`select current_occupancy from zones where id = $1`, [zone.id])
  expect(rows).toEqual([{ current_occupancy: 1 }])
})

test('a check that the endpoint accepted before the withdrawal is not written after it', async () => {
  const { zone, person } = await createPeople()
  const client = await muster.db.pool.connect()
  await client.query('begin')
  await client.query(
    `insert into consents (user_id, decision, text_version, retention_days, asked_at) values ($1, 'withdrawn', 1, 90, 'settings')`,
    [person.id],
  )
  // No cache has seen the withdrawal yet, and the writer waits for the state row.
  const lateCheck = readCode(check(person, zone))
  await vi.waitFor(async () => {
    const { rowCount } = await query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(rowCount).toBeGreaterThan(0)
  })
  await client.query('commit')
  client.release()
  expect(await lateCheck).toBe('ZONE_NOT_FOUND')
  const { rows } = await query(`select count(*)::int as checks from position_checks where user_id = $1`, [
    person.id,
  ])
  expect(rows).toEqual([{ checks: 1 }])
})

test('a person who was not asked has no last position either, and joins a zone with their decision', async () => {
  const { make } = muster
  const { zone, manager } = await createPeople()
  const [unaskedUser, consentingUser] = [await make.user({ consent: null }), await make.user()]
  await make.assign(unaskedUser, zone)
  await make.assign(consentingUser, zone)
  const { rows } = await muster.call(manager).users.inZone({ zoneId: zone.id, list: 'places' })
  const findConsent = (id: string) =>
    rows.flatMap(it => (it.userId === id && !it.invited ? it.consent : []))[0]
  expect([findConsent(unaskedUser.id), findConsent(consentingUser.id)]).toEqual(['unasked', 'given'])
  await expect(
    query(`update presence_tracking set latitude = 1, longitude = 1 where user_id = $1`, [unaskedUser.id]),
  ).rejects.toThrow('check constraint')
})

test('a person who was never inside is not listed as having left, whatever they decide; a person inside at the withdrawal is', async () => {
  const { zone, person: visitor, manager } = await createPeople()
  const passerBy = await muster.make.user()
  await muster.make.assign(passerBy, zone)
  await check(passerBy, zone, outsideTestBox)
  for (const user of [visitor, passerBy])
    for (const decision of ['withdrawn', 'given'] as const) await decideConsent(user, decision)
  const { recentlyLeft } = await muster.call(manager).presence.panel({ zoneId: zone.id })
  expect(recentlyLeft.map(it => it.userId)).toEqual([visitor.id])
})

test('a withdrawal locks the states of all zones before it changes a zone, in the order of the check writer', async () => {
  const person = await muster.make.user()
  for (let count = 0; count < 12; count++) {
    const zone = await muster.make.zone()
    await muster.make.assign(person, zone)
    await check(person, zone)
  }
  const { rows: states } = await query(
    'select zone_id from presence_tracking where user_id = $1 order by zone_id',
    [person.id],
  )
  const writerClient = await muster.db.pool.connect()
  await writerClient.query('begin')
  await writerClient.query('select from presence_tracking where user_id = $1 and zone_id = $2 for update', [
    person.id,
    states[11].zone_id,
  ])
  const pendingWithdrawal = decideConsent(person, 'withdrawn')
  await vi.waitFor(async () => {
    const { rowCount } = await query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(rowCount).toBeGreaterThan(0)
  })
  // Next, the writer locks the zone to update its count, so the waiting withdrawal must not have locked the zone already.
  const lockResult = await writerClient
    .query('select from zones where id = $1 for update nowait', [states[0].zone_id])
    .then(({ rowCount }) => rowCount, String)
  await writerClient.query('rollback')
  writerClient.release()
  await pendingWithdrawal
  expect(lockResult).toBe(1)
})

test('a late reading from before a withdrawal made outside creates a visit that ends at the withdrawal', async () => {
  const [zone, person] = [await muster.make.zone(), await muster.make.user()]
  await muster.make.assign(person, zone)
  const now = Date.now()
  const checkAt = (at: number, place: typeof insideTestBox) =>
    muster.call(person).presence.checkUserInZone({
      ...{ zoneId: zone.id, id: uuidV7(), ...place, accuracyMeters: 5 },
      capturedAt: new Date(at).toISOString(),
    })
  await checkAt(now - 600_000, outsideTestBox)
  await decideConsent(person, 'withdrawn')
  // The writer uses whole milliseconds; the time of the withdrawal is more precise.
  const listTimes = async (table: 'presence_tracking' | 'presence_history') => {
    const selectMs = (column: string) => `round(date_part('epoch', ${column}) * 1000)::float8 as ${column}`
    const { rows } = await query(
      `select ${selectMs('entry_time')}, ${selectMs('exit_time')} from ${table} where user_id = $1`,
      [person.id],
    )
    return rows
  }
  const [trackingRow] = await listTimes('presence_tracking')
  await decideConsent(person, 'given')
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(trackingRow.exit_time + 2))
  await checkAt(Date.now(), outsideTestBox)
  await checkAt(now - 300_000, insideTestBox)
  const visit = { entry_time: now - 300_000, exit_time: trackingRow.exit_time }
  expect(await listTimes('presence_history')).toEqual([visit])
  expect(await listTimes('presence_tracking')).toEqual([visit])
})
