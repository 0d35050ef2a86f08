import { feedEvent } from '@muster/contract/feed.ts'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../testing/factories.ts'
import { createPendingCheck, findDrift } from '../testing/checks.ts'
import { createWriterWorld, minute, t0, type WriterWorld } from '../testing/writer-world.ts'

let world: WriterWorld
beforeAll(async () => {
  world = await createWriterWorld()
})
afterAll(() => world.stop())

const readName = async (user: TestUser) =>
  (
    await world.queryRows(
      `select first_name || ' ' || last_name as name from user_profiles where id = $1`,
      user.id,
    )
  )[0]?.name

describe('the feed', () => {
  test('announces a change once to the zone and once to the person, and other readings in one event per zone', async () => {
    const { user: ann, zone } = await world.createMember()
    const { user: bob } = await world.createMember(zone)
    await Promise.all([
      world.writer.write(createPendingCheck(ann, zone, t0)),
      world.writer.write(createPendingCheck(bob, zone, t0)),
    ])
    await Promise.all([ann, bob].map(user => world.writer.write(createPendingCheck(user, zone, t0 + minute))))
    await world.writer.write(createPendingCheck(ann, zone, t0 + 2 * minute, { inside: false }))
    const isoAt = (ms: number) => new Date(t0 + ms).toISOString()
    const events = await world.eventsAbout(zone)
    const eventsOfKind = (kind: string) => events.filter(it => it.kind === kind)
    const toEventPair = (user: TestUser, payload: object) =>
      [`zone:${zone.id}`, `user:${user.id}`].map(topic => ({
        topic,
        payload: { userId: user.id, ...payload },
      }))
    expect(eventsOfKind('presence.changed')).toMatchObject([
      ...toEventPair(ann, {
        change: 'entered',
        entryTime: isoAt(0),
        name: await readName(ann),
        role: 'app_user',
        source: 'manual',
      }),
      ...toEventPair(bob, { change: 'entered', name: await readName(bob) }),
      ...toEventPair(ann, { change: 'left', at: isoAt(2 * minute), entryTime: isoAt(0), durationMinutes: 2 }),
    ])
    const sightings = [ann, bob].map(it => ({ userId: it.id, inside: true, at: isoAt(minute) }))
    expect(eventsOfKind('presence.seen')).toMatchObject([
      {
        topic: `zone:${zone.id}`,
        payload: { seen: expect.arrayContaining(sightings.map(it => expect.objectContaining(it))) },
      },
    ])
    expect(eventsOfKind('presence.located')).not.toEqual([])
    // The visits and the zone agree with the events.
    expect(
      eventsOfKind('zone.occupancy')
        .map(it => it.payload.currentOccupancy)
        .at(-1),
    ).toBe(await world.readOccupancy(zone))
    const { rows } = await world.db.pool.query<{ id: string }>(
      'select id from presence_history where zone_id = $1 and user_id = $2',
      [zone.id, ann.id],
    )
    expect(eventsOfKind('presence.changed')[0]?.payload.visitId).toBe(rows[0]?.id)
    for (const { kind, payload } of events)
      expect(feedEvent.safeParse({ kind, ...payload }).error).toBeUndefined()
  })

  test('announces the other of two readings with the same time if that is the one that counts', async () => {
    const { user, zone } = await world.createMember()
    const [firstId, secondId] = [uuidV7(), uuidV7()].sort()
    await world.writer.write(createPendingCheck(user, zone, t0, { id: secondId, source: 'device' }))
    const eventsBefore = (await world.eventsAbout(zone)).length
    const mockReading = { id: firstId, source: 'device', mock: true, accuracyMeters: 9 } as const
    await world.writer.write(createPendingCheck(user, zone, t0, mockReading))
    const selectState = 'select mock, accuracy_meters from presence_tracking where user_id = $1'
    expect(await world.queryRows(selectState, user.id)).toEqual([{ mock: true, accuracy_meters: 9 }])
    const events = (await world.eventsAbout(zone)).slice(eventsBefore)
    const expectedReading = expect.objectContaining({ userId: user.id, accuracyMeters: 9, mock: true })
    expect(events.map(it => [it.kind, it.payload.seen?.[0] ?? it.payload.located?.[0]])).toEqual([
      ['presence.seen', expectedReading],
      ['presence.located', expectedReading],
    ])
    // A check that arrives later with the same capture time has no effect.
    await world.writer.write(createPendingCheck(user, zone, t0, { source: 'device', accuracyMeters: 7 }))
    expect(await world.queryRows(selectState, user.id)).toEqual([{ mock: true, accuracy_meters: 9 }])
    expect(await findDrift(world.db.pool)).toEqual([])
  })

  test('sends neither name nor role of an internal admin to viewers of the zone', async () => {
    const zone = await world.make.zone()
    const admin = await world.make.user({ role: 'admin' })
    await world.writer.write(createPendingCheck(admin, zone, t0, { seesAllZones: true }))
    const [event] = (await world.eventsAbout(zone)).filter(it => it.kind === 'presence.changed')
    expect(event?.payload).toMatchObject({ userId: admin.id, name: null, role: null })
  })
})
