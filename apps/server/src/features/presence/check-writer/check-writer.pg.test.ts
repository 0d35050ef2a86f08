import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPendingCheck, findDrift } from '../testing/checks.ts'
import { createWriterWorld, minute, t0, type WriterWorld } from '../testing/writer-world.ts'

let world: WriterWorld
beforeAll(async () => {
  world = await createWriterWorld()
})
afterAll(() => world.stop())

describe('a check', () => {
  test("inside and then outside creates a visit with its duration and updates the zone's occupancy", async () => {
    const { user, zone } = await world.createMember()
    expect(await world.writer.write(createPendingCheck(user, zone, t0))).toMatchObject({
      change: 'entered',
      presence: 'inside',
    })
    expect(await world.readOccupancy(zone)).toBe(1)
    expect(await world.listVisits(user)).toEqual([
      { entry_time: new Date(t0), exit_time: null, duration_minutes: null },
    ])

    const exitOutcome = await world.writer.write(
      createPendingCheck(user, zone, t0 + 42.5 * minute, { inside: false }),
    )
    expect(exitOutcome).toMatchObject({ change: 'left', presence: 'outside' })
    expect(await world.readOccupancy(zone)).toBe(0)
    expect(await world.listVisits(user)).toEqual([
      { entry_time: new Date(t0), exit_time: new Date(t0 + 42.5 * minute), duration_minutes: 42 },
    ])
    expect((await world.listChecks(user)).map(it => it.change)).toEqual(['entered', 'left'])
  })

  test('outside, as the first, creates no visit, but the person is known to be outside', async () => {
    const { user, zone } = await world.createMember()
    const outcome = await world.writer.write(createPendingCheck(user, zone, t0, { inside: false }))
    expect(outcome).toMatchObject({ change: 'none', presence: 'outside' })
    expect(await world.listVisits(user)).toEqual([])
  })

  test('stores the position and source of the newest reading', async () => {
    const { user, zone } = await world.createMember()
    const check = createPendingCheck(user, zone, t0, {
      source: 'device',
      accuracyMeters: null,
      receivedAt: t0 + 5_000,
    })
    await world.writer.write(check)
    expect(
      await world.queryRows('select * from presence_tracking where user_id = $1', user.id),
    ).toMatchObject([
      {
        latitude: check.lat,
        longitude: check.lng,
        accuracy_meters: null,
        tracking_source: 'device',
        captured_at: new Date(t0),
        received_at: new Date(t0 + 5_000),
        entry_time: new Date(t0),
      },
    ])
  })

  test('stores the version of the shape that decided it', async () => {
    const { user, zone } = await world.createMember()
    await world.writer.write(createPendingCheck(user, zone, t0, { shapeVersion: 3 }))
    expect(
      await world.queryRows('select shape_version from position_checks where user_id = $1', user.id),
    ).toEqual([{ shape_version: 3 }])
  })

  test("still changes a person's state after a fast clock was corrected", async () => {
    const { user, zone } = await world.createMember()
    const futureTime = t0 + 60 * minute
    await world.writer.write(createPendingCheck(user, zone, futureTime))
    // This check is late too, although it was captured after the correction: it was in transit for too long to count as current.
    const lateCheck = createPendingCheck(user, zone, t0 - 2 * minute, { inside: false, receivedAt: t0 })
    expect(await world.writer.write(lateCheck)).toMatchObject({ change: 'stale', presence: 'inside' })
    const exitOutcome = await world.writer.write(createPendingCheck(user, zone, t0, { inside: false }))
    expect(exitOutcome).toMatchObject({ change: 'left', presence: 'outside' })
    expect(await world.listVisits(user)).toEqual([
      { entry_time: new Date(t0), exit_time: new Date(t0), duration_minutes: 0 },
    ])
    expect(await world.writer.write(createPendingCheck(user, zone, t0 + minute))).toMatchObject({
      change: 'entered',
    })
    expect(await world.readOccupancy(zone)).toBe(1)
  })

  test('continues a visit after a fast clock was corrected, and the feed announces it', async () => {
    const { user, zone } = await world.createMember()
    const futureTime = t0 + 30 * minute
    await world.writer.write(createPendingCheck(user, zone, t0 - 10 * minute))
    await world.writer.write(createPendingCheck(user, zone, futureTime, { inside: false }))
    await world.writer.write(createPendingCheck(user, zone, futureTime + minute))
    await world.writer.write(createPendingCheck(user, zone, futureTime + 2 * minute, { inside: false }))
    await world.writer.write(createPendingCheck(user, zone, futureTime + 3 * minute))
    expect(await world.writer.write(createPendingCheck(user, zone, t0))).toMatchObject({
      change: 'none',
      presence: 'inside',
    })
    expect(await world.listVisits(user)).toEqual([
      { entry_time: new Date(t0 - 10 * minute), exit_time: new Date(t0), duration_minutes: 10 },
      { entry_time: new Date(t0), exit_time: null, duration_minutes: null },
    ])
    const entryTimes = await world.queryRows(
      'select entry_time from presence_tracking where user_id = $1',
      user.id,
    )
    expect(entryTimes).toEqual([{ entry_time: new Date(t0) }])
    const amendedEvents = (await world.eventsAbout(zone)).filter(it => it.kind === 'presence.amended')
    expect(amendedEvents.map(it => [it.topic, it.payload.insideSince])).toEqual(
      [`zone:${zone.id}`, `user:${user.id}`].map(topic => [topic, new Date(t0).toISOString()]),
    )
    expect(await findDrift(world.db.pool)).toEqual([])
  })

  test('overwrites nothing when it comes from a node whose clock is slightly slow', async () => {
    const { user, zone } = await world.createMember()
    await world.writer.write(createPendingCheck(user, zone, t0))
    const earlierCheck = createPendingCheck(user, zone, t0 - minute / 2, { inside: false })
    expect(await world.writer.write(earlierCheck)).toMatchObject({ change: 'stale', presence: 'inside' })
  })

  test('reserves an id on a day without a partition for all such days', async () => {
    const { user, zone } = await world.createMember()
    const day = 24 * 60 * minute
    const firstCheck = createPendingCheck(user, zone, t0 - 3 * day, { receivedAt: t0 })
    const repeatedCheck = { ...firstCheck, receivedAt: t0 + minute }
    const conflictingCheck = { ...firstCheck, capturedAt: t0 - 5 * day }
    expect(await world.writer.write(firstCheck)).toMatchObject({ kind: 'recorded', repeated: false })
    expect(await world.writer.write(repeatedCheck)).toMatchObject({ kind: 'recorded', repeated: true })
    expect(await world.writer.write(conflictingCheck)).toEqual({ kind: 'refused', code: 'CHECK_ID_TAKEN' })
    expect(await world.listChecks(user)).toHaveLength(1)
  })

  test('is logged and overwrites nothing when it is late', async () => {
    const { user, zone } = await world.createMember()
    await world.writer.write(createPendingCheck(user, zone, t0))
    const lateOutcome = await world.writer.write(
      createPendingCheck(user, zone, t0 - minute, { inside: false }),
    )
    expect(lateOutcome).toMatchObject({ change: 'stale', inside: false, presence: 'inside' })
    expect((await world.listChecks(user)).map(it => it.change)).toEqual(['stale', 'entered'])
    expect(await world.readOccupancy(zone)).toBe(1)
  })

  test('does not block later readings from the device when its clock is fast', async () => {
    const { user, zone } = await world.createMember()
    await world.writer.write(createPendingCheck(user, zone, t0 + 1_000 * minute, { receivedAt: t0 }))
    const laterOutcome = await world.writer.write(
      createPendingCheck(user, zone, t0 + minute, { inside: false }),
    )
    expect(laterOutcome).toMatchObject({ change: 'left' })
    expect(await world.listVisits(user)).toMatchObject([{ duration_minutes: 1 }])
    const [row] = await world.queryRows(
      'select max(captured_at) as newest from position_checks where user_id = $1',
      user.id,
    )
    expect(row.newest).toEqual(new Date(t0 + 1_000 * minute))
  })

  test('if uncertain and automatic, changes presence only with a second one two minutes later, even across batches', async () => {
    const { user, zone } = await world.createMember()
    const uncertainFields = { source: 'automatic', certainty: 'uncertain' } as const
    expect(await world.writer.write(createPendingCheck(user, zone, t0, uncertainFields))).toMatchObject({
      change: 'none',
    })
    expect(
      await world.writer.write(createPendingCheck(user, zone, t0 + 2 * minute - 1, uncertainFields)),
    ).toMatchObject({
      change: 'none',
    })
    expect(
      await world.writer.write(createPendingCheck(user, zone, t0 + 2 * minute, uncertainFields)),
    ).toMatchObject({
      change: 'entered',
    })
  })
})

describe('a repeated check', () => {
  test('has the same result and changes nothing, even after newer checks', async () => {
    const { user, zone } = await world.createMember()
    const check = createPendingCheck(user, zone, t0)
    const firstOutcome = await world.writer.write(check)
    await world.writer.write(createPendingCheck(user, zone, t0 + minute, { inside: false }))
    const repeatedOutcome = await world.writer.write({ ...check, inside: false, receivedAt: t0 + 5 * minute })
    expect(repeatedOutcome).toEqual({ ...firstOutcome, repeated: true, presence: 'outside' })
    expect(await world.listChecks(user)).toHaveLength(2)
    const changes = (await world.eventsAbout(zone)).filter(it => it.kind === 'presence.changed')
    expect(changes).toHaveLength(4)
  })

  test('is recorded once when two writers get it at the same time', async () => {
    const { user, zone } = await world.createMember()
    const otherWriter = world.anotherWriter()
    const check = createPendingCheck(user, zone, t0)
    const outcomes = await Promise.all([
      world.writer.write(check),
      otherWriter.write(check),
      world.writer.write(check),
    ])
    await otherWriter.stop()
    expect(outcomes.map(it => it.kind === 'recorded' && it.repeated).sort()).toEqual([false, true, true])
    expect(await world.listChecks(user)).toHaveLength(1)
    expect(await world.listVisits(user)).toHaveLength(1)
  })

  test("is refused with the id of another person's reading, also when both reach two writers together", async () => {
    const { user: ann, zone } = await world.createMember()
    const { user: bob } = await world.createMember(zone)
    const otherWriter = world.anotherWriter()
    for (let round = 0; round < 20; round++) {
      const annsCheck = createPendingCheck(ann, zone, t0 + round * minute)
      const outcomes = await Promise.all([
        world.writer.write(annsCheck),
        otherWriter.write({ ...createPendingCheck(bob, zone, t0 + round * minute), id: annsCheck.id }),
      ])
      expect(outcomes.map(it => (it.kind === 'refused' ? it.code : it.kind)).sort()).toEqual([
        'CHECK_ID_TAKEN',
        'recorded',
      ])
    }
    await otherWriter.stop()
    expect(await world.queryRows('select from position_checks where zone_id = $1', zone.id)).toHaveLength(20)
    expect(await findDrift(world.db.pool)).toEqual([])
  })

  test('may reuse a reading for several zones of its sender', async () => {
    const { user, zone } = await world.createMember()
    const secondZone = await world.make.zone()
    await world.make.assign(user, secondZone)
    const check = createPendingCheck(user, zone, t0)
    const outcomes = await Promise.all([
      world.writer.write(check),
      world.writer.write({ ...check, zoneId: secondZone.id }),
    ])
    expect(outcomes).toMatchObject([{ change: 'entered' }, { change: 'entered' }])
  })
})

describe('access to a zone', () => {
  test("is checked in the database: a non-member's check is refused despite the cache, and the others are written", async () => {
    const { user, zone } = await world.createMember()
    const stranger = await world.make.user()
    const outcomes = await Promise.all([
      world.writer.write(createPendingCheck(stranger, zone, t0)),
      world.writer.write(createPendingCheck(user, zone, t0)),
    ])
    expect(outcomes).toMatchObject([{ kind: 'refused', code: 'ZONE_NOT_FOUND' }, { kind: 'recorded' }])
    expect(await world.listChecks(stranger)).toEqual([])
  })

  test('ends for a removed member, who is refused and has left', async () => {
    const { user, zone } = await world.createMember()
    await world.writer.write(createPendingCheck(user, zone, t0))
    await world.db.pool.query('delete from zone_assignments where user_id = $1', [user.id])
    expect(await world.readOccupancy(zone)).toBe(0)
    expect(await world.writer.write(createPendingCheck(user, zone, t0 + minute))).toMatchObject({
      code: 'ZONE_NOT_FOUND',
    })
  })

  test('gives an internal admin a state row where they check; the flag alone makes nobody an admin', async () => {
    const zone = await world.make.zone()
    const [admin, nonAdmin] = [await world.make.user({ role: 'admin' }), await world.make.user()]
    const seesAllZones = true
    const outcomes = await Promise.all([
      world.writer.write(createPendingCheck(admin, zone, t0, { seesAllZones })),
      world.writer.write(createPendingCheck(nonAdmin, zone, t0, { seesAllZones })),
      world.writer.write(createPendingCheck(admin, { id: admin.id }, t0, { seesAllZones })),
    ])
    expect(outcomes).toMatchObject([
      { change: 'entered' },
      { code: 'ZONE_NOT_FOUND' },
      { code: 'ZONE_NOT_FOUND' },
    ])
    expect(await world.readOccupancy(zone)).toBe(1)
  })

  test('needs no lock on the profile once an internal admin has a state row', async () => {
    const [zone, admin] = [await world.make.zone(), await world.make.user({ role: 'admin' })]
    const seesAllZones = true
    await world.writer.write(createPendingCheck(admin, zone, t0, { seesAllZones }))
    const profileLock = await world.db.pool.connect()
    await profileLock.query('begin')
    await profileLock.query('select from user_profiles where id = $1 for no key update', [admin.id])
    const timeout = new Promise(resolve => setTimeout(resolve, 3_000, 'waits'))
    const pendingWrite = world.writer.write(createPendingCheck(admin, zone, t0 + minute, { seesAllZones }))
    const firstSettled = await Promise.race([pendingWrite, timeout])
    await profileLock.query('rollback')
    profileLock.release()
    await pendingWrite
    expect(firstSettled).toMatchObject({ kind: 'recorded', presence: 'inside' })
  })
})
