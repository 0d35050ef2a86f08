import { limits } from '@muster/domain/limits.ts'
import { v7 as uuidV7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, outsideTestBox, type TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { checkPosition } from './check-position.ts'
import { createMemberCache } from './member-cache.ts'

const minute = 60_000
const isoAgo = (ms: number) => new Date(Date.now() - ms).toISOString()

const muster = testServices()
const { zone, manager, ann, bob, stranger } = testWorld(
  muster,
  { manager: 'zone_manager_rw', ann: 'app_user', bob: 'app_user', stranger: {} },
  { maxCapacity: 12 },
)

const check = (user: TestUser, at: { lat: number; lng: number }, capturedAt = isoAgo(0), id = uuidV7()) =>
  muster.call(user).presence.checkUserInZone({ zoneId: zone.id, id, ...at, accuracyMeters: 5, capturedAt })

describe('checking a position', () => {
  test('returns inside or outside with the distances, and the outcome', async () => {
    expect(await check(ann, insideTestBox)).toMatchObject({
      zoneId: zone.id,
      zoneName: zone.name,
      inside: true,
      distanceToCenterM: 0,
      certainty: 'certain',
      presence: 'inside',
      change: 'entered',
    })
    const exitCheck = await check(ann, outsideTestBox)
    expect(exitCheck).toMatchObject({ inside: false, presence: 'outside', change: 'left' })
    expect(exitCheck.distanceToCenterM).toBeGreaterThan(1_000)
  })

  test('returns the same result for a repeated id, which must represent the same reading', async () => {
    const [id, at] = [uuidV7(), isoAgo(1_000)]
    const firstResult = await check(ann, insideTestBox, at, id)
    expect(await check(ann, insideTestBox, at, id)).toEqual(firstResult)
    expect(await readCode(check(ann, outsideTestBox, at, id))).toBe('CHECK_ID_TAKEN')
    expect(await readCode(check(ann, insideTestBox, isoAgo(500), id))).toBe('CHECK_ID_TAKEN')
    expect(await readCode(check(bob, insideTestBox, at, id))).toBe('CHECK_ID_TAKEN')
  })

  test('records an inaccurate reading whose circle touches the edge without a verdict or change', async () => {
    await check(ann, insideTestBox, isoAgo(5_000))
    const id = uuidV7()
    const reading = { zoneId: zone.id, id, ...outsideTestBox, accuracyMeters: 5_000, capturedAt: isoAgo(0) }
    const firstResult = await muster.call(ann).presence.checkUserInZone(reading)
    expect(firstResult).toMatchObject({
      verdict: 'unclear',
      inside: false,
      change: 'none',
      presence: 'inside',
    })
    expect(await muster.call(ann).presence.checkUserInZone(reading)).toEqual(firstResult)
    const { rows } = await muster.db.pool.query('select certain from position_checks where id = $1', [id])
    expect(rows).toEqual([{ certain: false }])
    const { zones } = await muster.call(ann).presence.mine()
    expect(zones).toMatchObject([{ presence: 'inside' }])
    expect(Date.parse(zones[0]?.lastSeen ?? '')).toBeLessThan(Date.parse(reading.capturedAt))
    expect(await check(ann, outsideTestBox)).toMatchObject({ verdict: 'outside', change: 'left' })
  })

  test('refuses an inactive zone, and a reading that is too old or in the future', async () => {
    expect(await readCode(check(ann, insideTestBox, isoAgo(90 * 86_400_000 + minute)))).toBe(
      'READING_TOO_OLD',
    )
    expect(await readCode(check(ann, insideTestBox, isoAgo(-25 * 60 * minute)))).toBe('READING_IN_FUTURE')
    expect(await readCode(check(ann, insideTestBox, '9999-12-31T23:59:59Z'))).toBe('READING_IN_FUTURE')
    await muster.db.pool.query(`update zones set status = 'pending' where id = $1`, [zone.id])
    expect(await readCode(check(ann, insideTestBox))).toBe('ZONE_NOT_FOUND')
    expect(await muster.call(ann).presence.mine()).toEqual({ zones: [] })
  })

  test('accepts a person added a moment ago despite the cache', async () => {
    expect(await muster.services.presence.members.isMember(stranger.id, zone.id)).toBe(false)
    await muster.make.assign(stranger, zone)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await check(stranger, insideTestBox)).toMatchObject({ change: 'entered' })
  })

  test('knows a member of several zones in the last one at once, before the feed says so, and asks once about a zone that is not theirs', async () => {
    const queries = vi.spyOn(muster.db.pool, 'query')
    // Two calls in the same millisecond would share a query.
    let time = Date.now()
    const members = createMemberCache(muster.db, undefined, () => ++time)
    const [second, third] = [await muster.make.zone(), await muster.make.zone()]
    expect(await members.isMember(ann.id, zone.id)).toBe(true)
    await muster.make.assign(ann, second)
    expect(await members.isMember(ann.id, second.id)).toBe(true)
    queries.mockClear()
    expect(await members.isMember(ann.id, third.id)).toBe(false)
    expect(await members.isMember(ann.id, third.id)).toBe(false)
    expect(queries).toHaveBeenCalledTimes(1)
    queries.mockRestore()
  })

  test('refuses a person removed a moment ago in the database, despite the cache', async () => {
    const { presence: presenceDeps } = muster.services
    await check(ann, insideTestBox)
    const staleDeps = { ...presenceDeps, members: { ...presenceDeps.members, isMember: () => true } }
    await muster.db.pool.query('delete from zone_assignments where user_id = $1', [ann.id])
    const reading = { id: uuidV7(), ...insideTestBox, accuracyMeters: 5, capturedAt: isoAgo(0) }
    expect(
      await checkPosition(staleDeps, { userId: ann.id, role: 'app_user' }, reading, [zone.id], 'manual'),
    ).toEqual({
      checks: [],
      refused: [{ zoneId: zone.id, code: 'ZONE_NOT_FOUND' }],
    })
  })

  test('works for an internal admin in any zone', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    expect(await check(admin, insideTestBox)).toMatchObject({ presence: 'inside' })
  })
})

describe('the maximum age of a reading', () => {
  test('follows the retention of the installation', async () => {
    const { presence: presenceDeps } = muster.services
    const send = (retentionDays: number) => {
      const reading = {
        id: uuidV7(),
        ...insideTestBox,
        accuracyMeters: 5,
        capturedAt: isoAgo(100 * 86_400_000),
      }
      const actor = { userId: ann.id, role: 'app_user' } as const
      return checkPosition({ ...presenceDeps, retentionDays }, actor, reading, [zone.id], 'device')
    }
    expect((await send(90)).refused).toMatchObject([{ code: 'READING_TOO_OLD' }])
    expect((await send(365)).checks).toHaveLength(1)
  })
})

describe('checking a place', () => {
  test('says whether it lies in the zone and records nothing', async () => {
    const checkAt = (at: { lat: number; lng: number }) =>
      muster.call(ann).presence.pointInZone({ zoneId: zone.id, ...at })
    expect(await checkAt(insideTestBox)).toEqual({ inside: true })
    expect(await checkAt(outsideTestBox)).toEqual({ inside: false })
    expect(await muster.call(ann).presence.status({ zoneId: zone.id, userId: ann.id })).toEqual({
      status: 'unknown',
    })
  })
})

describe('the status of a person', () => {
  test('is visible to themselves and to viewers of the zone', async () => {
    await check(ann, insideTestBox)
    const readStatus = (viewer: TestUser, user: TestUser) =>
      muster.call(viewer).presence.status({ zoneId: zone.id, userId: user.id })
    expect(await readStatus(ann, ann)).toEqual({ status: 'inside' })
    expect(await readStatus(manager, ann)).toEqual({ status: 'inside' })
    expect(await readStatus(manager, bob)).toEqual({ status: 'unknown' })
    expect(await readCode(readStatus(bob, ann))).toBe('FORBIDDEN')
    expect(await readCode(readStatus(manager, stranger))).toBe('NOT_ASSIGNED')
  })
})

describe('the panel', () => {
  test('shows the people inside, those who left most recently and have not come back, and the last visits', async () => {
    await check(ann, insideTestBox, isoAgo(30 * minute))
    await check(bob, insideTestBox, isoAgo(20 * minute))
    await check(bob, outsideTestBox, isoAgo(8 * minute))
    const panel = await muster.call(manager).presence.panel({ zoneId: zone.id })
    expect(panel).toMatchObject({
      zoneId: zone.id,
      maxCapacity: 12,
      inside: 1,
      recentlyLeft: [{ userId: bob.id, name: 'Bob Test' }],
      history: [
        { userId: bob.id, userName: 'Bob Test', durationMinutes: 12, source: 'manual' },
        { userId: ann.id, exitTime: null, durationMinutes: null },
      ],
    })
    await check(bob, insideTestBox)
    const laterPanel = await muster.call(manager).presence.panel({ zoneId: zone.id })
    expect([laterPanel.inside, laterPanel.recentlyLeft]).toEqual([2, []])
  })

  test('counts an internal admin inside without revealing to members who it is', async () => {
    const admin = await muster.make.user({ role: 'admin', firstName: 'Root' })
    await check(admin, insideTestBox)
    const { presence } = muster.call(manager)
    expect((await presence.panel({ zoneId: zone.id })).inside).toBe(1)
    const { rows } = await presence.inside({ zoneId: zone.id, search: 'admin' })
    expect(rows).toMatchObject([{ userId: admin.id, name: 'Administrator', role: 'admin' }])
    expect((await presence.inside({ zoneId: zone.id, search: 'root' })).rows).toEqual([])
  })
})

describe('the list of people who left', () => {
  test('is paged, last exit first, without those who came back or left more than a day ago', async () => {
    await check(ann, insideTestBox, isoAgo(30 * minute))
    await check(ann, outsideTestBox, isoAgo(20 * minute))
    await check(bob, insideTestBox, isoAgo(19 * minute))
    await check(bob, outsideTestBox, isoAgo(10 * minute))
    const { presence } = muster.call(manager)
    const firstPage = await presence.left({ zoneId: zone.id, limit: 1 })
    const secondPage = await presence.left({ zoneId: zone.id, limit: 1, cursor: firstPage.next ?? '' })
    expect([firstPage, secondPage]).toMatchObject([
      { rows: [{ userId: bob.id, name: 'Bob Test' }], total: 2 },
      { rows: [{ userId: ann.id }], total: null, next: null },
    ])
    expect(await presence.left({ zoneId: zone.id, search: 'ann' })).toMatchObject({
      rows: [{ userId: ann.id }],
      total: null,
    })

    await check(bob, insideTestBox)
    await muster.db.pool.query(
      `with moved as (update presence_history set exit_time = exit_time - interval '25 hours',
           entry_time = entry_time - interval '25 hours' where user_id = $1 returning exit_time)
       update presence_tracking p set exit_time = moved.exit_time from moved where p.user_id = $1`,
      [ann.id],
    )
    expect(await presence.left({ zoneId: zone.id })).toMatchObject({ rows: [], total: 0 })
  })
})

describe('the list of people inside', () => {
  async function countRollsLogged(): Promise<number> {
    const { rows } = await muster.db.pool.query(
      `select count(*)::int as rolls from security_events where actor_id = $1 and metadata->>'accessType' = 'roll'`,
      [manager.id],
    )
    return rows[0].rolls
  }

  test('is paged, longest stay first, and marks people who have not been seen recently', async () => {
    const longStayMs = limits.presenceStaleMs + 10 * minute
    const entryTime = isoAgo(longStayMs)
    // The first two entered at the same moment, so their ids decide the order.
    for (const person of [manager, ann]) await check(person, insideTestBox, entryTime)
    await check(bob, insideTestBox, isoAgo(longStayMs - minute))
    await check(ann, insideTestBox)
    const { presence } = muster.call(manager)
    const firstPage = await presence.inside({ zoneId: zone.id, limit: 2 })
    const secondPage = await presence.inside({ zoneId: zone.id, limit: 2, cursor: firstPage.next ?? '' })
    expect([...firstPage.rows, ...secondPage.rows].map(it => it.userId)).toEqual([
      ...[manager.id, ann.id].sort(),
      bob.id,
    ])
    expect(secondPage.next).toBeNull()
    const listUserIds = async (filter: { seen?: 'lately' | 'long_ago'; search?: string }) =>
      (await presence.inside({ zoneId: zone.id, ...filter })).rows.map(it => it.userId)
    expect(await listUserIds({ seen: 'lately' })).toEqual([ann.id])
    expect(await listUserIds({ seen: 'long_ago' })).toEqual([manager.id, bob.id])
    expect(await listUserIds({ search: 'TEST bo' })).toEqual([bob.id])
    expect(await listUserIds({ search: 'ob' })).toEqual([])
    expect(await listUserIds({ search: '!' })).toHaveLength(3)
  })

  test('is read page by page as a roll call with phone numbers, codes and the last reading, and is logged once', async () => {
    await muster.db.pool.query(`update user_profiles set phone = '+4712345678' where id = $1`, [ann.id])
    await check(ann, insideTestBox, isoAgo(9 * minute))
    await check(bob, insideTestBox, isoAgo(5 * minute))
    const admin = await muster.make.user({ role: 'admin', firstName: 'Root' })
    await check(admin, insideTestBox)
    const { presence } = muster.call(manager)
    const firstPage = await presence.roll({ zoneId: zone.id, limit: 2 })
    const secondPage = await presence.roll({ zoneId: zone.id, limit: 2, cursor: firstPage.next ?? '' })
    const [annRow, bobRow, adminRow] = [...firstPage.rows, ...secondPage.rows]
    expect(annRow).toMatchObject({ userId: ann.id, firstName: 'Ann', lastName: 'Test', phone: '+4712345678' })
    expect(annRow?.userCode).toBeTruthy()
    expect(bobRow).toMatchObject({ userId: bob.id, firstName: 'Bob' })
    expect(adminRow).toMatchObject({ firstName: '', lastName: 'Administrator', userCode: null, phone: null })
    expect(await countRollsLogged()).toBe(1)
  })

  test('is logged as a roll call even if the first page read is not the first of the list', async () => {
    for (const person of [ann, bob]) await check(person, insideTestBox)
    const other = await muster.make.user()
    await muster.make.assign(other, zone, 'zone_manager_ro')
    const { next } = await muster.call(other).presence.roll({ zoneId: zone.id, limit: 1 })
    const before = await countRollsLogged()
    for (const _ of ['first', 'again'])
      await muster.call(manager).presence.roll({ zoneId: zone.id, cursor: next ?? '' })
    expect((await countRollsLogged()) - before).toBe(1)
  })

  test('refuses the cursor of another list', async () => {
    const cursor = Buffer.from(JSON.stringify(['people', {}])).toString('base64url')
    expect(await readCode(muster.call(manager).presence.inside({ zoneId: zone.id, cursor }))).toBe(
      'CURSOR_INVALID',
    )
  })
})

describe('own presence', () => {
  test('lists all zones of the person with their last visits, and nobody else’s', async () => {
    await check(ann, insideTestBox, isoAgo(9 * minute))
    await check(ann, outsideTestBox, isoAgo(4 * minute))
    await check(bob, insideTestBox)
    const { zones } = await muster.call(ann).presence.mine()
    expect(zones).toMatchObject([
      {
        zoneId: zone.id,
        presence: 'outside',
        insideSince: null,
        source: 'manual',
        recent: [{ durationMinutes: 5 }],
      },
    ])
    expect((await muster.call(stranger).presence.mine()).zones).toEqual([])
  })
})

test("a member's last visits are visible to viewers of the zone; a non-member's are not", async () => {
  await check(ann, insideTestBox, isoAgo(9 * minute))
  await check(ann, outsideTestBox, isoAgo(4 * minute))
  await check(ann, insideTestBox, isoAgo(minute))
  const { visits } = await muster.call(manager).presence.visitsOf({ zoneId: zone.id, userId: ann.id })
  expect(visits).toMatchObject([
    { exitTime: null, durationMinutes: null, source: 'manual' },
    { durationMinutes: 5, source: 'manual' },
  ])
  await muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
    ann.id,
    zone.id,
  ])
  expect(await muster.call(manager).presence.visitsOf({ zoneId: zone.id, userId: ann.id })).toEqual({
    visits: [],
  })
})

test('expired visits appear in no list, even while they are still stored', async () => {
  const day = 24 * 60 * minute
  const retentionMs = limits.retentionDays * day
  for (const [from, to] of [
    [retentionMs + 3 * day, retentionMs + 2 * day],
    [retentionMs + day, retentionMs - day],
    [2 * day, day],
  ])
    await muster.db.pool.query(
      `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source) values ($1, $2, $3, $4, 'device')`,
      [zone.id, ann.id, isoAgo(from ?? 0), isoAgo(to ?? 0)],
    )
  const { presence } = muster.call(manager)
  expect((await presence.panel({ zoneId: zone.id })).history).toHaveLength(2)
  expect((await presence.visitsOf({ zoneId: zone.id, userId: ann.id })).visits).toHaveLength(2)
  const { zones } = await muster.call(ann).presence.mine()
  expect(zones[0]?.recent).toHaveLength(2)
})
