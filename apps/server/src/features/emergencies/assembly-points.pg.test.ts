import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { type CheckWriter, createCheckWriter } from '../presence/check-writer/check-writer.ts'
import type { PendingCheck } from '../presence/check-writer/pending-check.ts'
import { createPendingCheck } from '../presence/testing/checks.ts'
import { noteArrivals, noteLateArrivals } from './note-arrivals.ts'
import { listOpen } from './roll.queries.ts'
import { prepareEmergencies } from './testing/prepare-emergencies.ts'

const {
  muster,
  zone,
  manager,
  viewer,
  ann,
  bob,
  declare,
  answer,
  findOnRoll,
  mark,
  readStates,
  untilWaiting,
} = prepareEmergencies()

describe('an assembly point', () => {
  const gate = { name: 'Gate 3', lat: 28.62, lng: 77.22, radiusMeters: 30 }
  const setPoints = (points: readonly (typeof gate)[], who = manager) =>
    muster.call(who).emergencies.setPoints({ zoneId: zone.id, points: [...points] })
  /** Records a reading north of the gate, taken now: outside the zone, unless its shape reaches the gate. */
  const putNorthOfGate = (who: TestUser, meters: number, accuracyMeters = 8, isInside = false) =>
    muster.db.pool.query(
      `update presence_tracking set latitude = $3, longitude = $4, captured_at = clock_timestamp(), accuracy_meters = $5,
        is_inside_zone = $6 where user_id = $1 and zone_id = $2`,
      [who.id, zone.id, gate.lat + meters / 111_195, gate.lng, accuracyMeters, isInside],
    )
  const run = (meanwhile?: () => Promise<unknown>) =>
    muster.db.asOwner('test', tx =>
      write(tx, async its => {
        let count = 0
        for (const emergency of await listOpen(tx, [zone.id])) count += await noteArrivals(its, emergency)
        await meanwhile?.()
        return count
      }),
    )

  it('is set by those who may send, seen by everybody in the zone, and named to those who are called', async () => {
    expect((await setPoints([gate])).points).toEqual([gate])
    expect((await muster.call(ann).emergencies.points({ zoneId: zone.id })).points).toEqual([gate])
    expect(await readCode(setPoints([], viewer))).toBe('FORBIDDEN')
    expect(await readCode(setPoints([gate, gate]))).toBe('BAD_REQUEST')
    await declare()
    expect((await muster.call(ann).emergencies.mine()).emergencies.map(it => it.points)).toEqual([
      [{ id: expect.any(String), name: gate.name, lat: gate.lat, lng: gate.lng }],
    ])
    expect((await setPoints([])).points).toEqual([])
    const { rows } = await muster.db.pool.query(
      `select metadata -> 'points' as points from security_events
        where event_type = 'assembly_points_changed' and actor_id = $1 order by created_at, id`,
      [manager.id],
    )
    expect(rows.map(it => it.points)).toEqual([[gate], []])
  })

  it('has a radius of at most 200 m', async () => {
    expect(await readCode(setPoints([{ ...gate, radiusMeters: 201 }]))).toBe('BAD_REQUEST')
    const insert = (radius: number) =>
      muster.db.pool.query(
        `insert into assembly_points (zone_id, name, latitude, longitude, radius_meters) values ($1, 'Wide', 1, 1, $2)`,
        [zone.id, radius],
      )
    await expect(insert(201)).rejects.toThrow('assembly_points_radius_meters_check')
    await insert(200)
  })

  it('counts no reading that is much less accurate than the circle is large', async () => {
    await setPoints([{ ...gate, radiusMeters: 5 }])
    await declare()
    await putNorthOfGate(ann, 0, 16)
    expect(await run()).toBe(0)
    await putNorthOfGate(ann, 0, 14)
    expect(await run()).toBe(1)
  })

  it('counts people inside its own zone too, for example in the car park', async () => {
    await setPoints([gate])
    await declare()
    await putNorthOfGate(ann, 0, 8, true)
    expect(await run()).toBe(1)
  })

  it('counts those seen there as safe, with the name of the place, but no inaccurate or earlier reading', async () => {
    await setPoints([gate])
    await putNorthOfGate(bob, 0)
    const { emergencyId } = await declare()
    expect(await run()).toBe(0)
    await putNorthOfGate(bob, 0, 80)
    await putNorthOfGate(ann, 31)
    expect(await run()).toBe(0)
    await putNorthOfGate(ann, 29)
    expect([await run(), await run()]).toEqual([1, 0])
    const { state, claims } = await findOnRoll(emergencyId, 'Ann')
    expect([state, claims.map(it => [it.how, it.place, it.by])]).toEqual([
      'safe',
      [['point', 'Gate 3', 'Ann Test']],
    ])
    // Sent back in, and not seen at the point since.
    await mark(emergencyId, 'Ann', 'missing')
    expect(await run()).toBe(0)
  })

  it('counts an arrival once on two nodes, at the time of the reading', async () => {
    await setPoints([gate])
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
      [emergencyId],
    )
    await putNorthOfGate(ann, 0)
    await muster.db.pool.query(
      `update presence_tracking set captured_at = now() - interval '10 minutes' where user_id = $1`,
      [ann.id],
    )
    let otherRun: Promise<number> | undefined
    const count = await run(async () => {
      otherRun = run()
      await untilWaiting()
    })
    expect([count, await otherRun]).toEqual([1, 0])
    const { claims } = await findOnRoll(emergencyId, 'Ann')
    expect(claims).toHaveLength(1)
    expect(Date.now() - Date.parse(claims[0]?.at ?? '')).toBeGreaterThan(9 * 60_000)
  })

  it('is told to the screens of those who were seen there', async () => {
    await setPoints([gate])
    await declare()
    await putNorthOfGate(ann, 0)
    const readLast = async () =>
      (await muster.db.pool.query<{ last: string }>('select coalesce(max(seq), 0) as last from feed_events'))
        .rows[0]?.last
    const before = await readLast()
    await run()
    const { rows } = await muster.db.pool.query(
      `select payload ->> 'userId' as id from feed_events where seq > $1 and kind = 'alerts.changed'`,
      [before],
    )
    expect(rows.map(it => it.id)).toEqual([ann.id])
  })

  it('does not end a call for help', async () => {
    await setPoints([gate])
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    await putNorthOfGate(ann, 0)
    expect(await run()).toBe(0)
    expect(await readStates(emergencyId)).toEqual({ help: 1, missing: 1 })
  })

  describe('with readings that arrive late', () => {
    const minute = 60_000
    let writer: CheckWriter
    beforeAll(() => {
      writer = createCheckWriter({ db: muster.db, log: pino({ level: 'silent' }) })
    })
    afterAll(() => writer.stop())
    /** Sends a reading that was taken some minutes ago at the gate, or at another place outside the zone. */
    const send = (minutesAgo: number, atGate: boolean, overrides: Partial<PendingCheck> = {}) =>
      writer.write(
        createPendingCheck(ann, zone, Date.now() - minutesAgo * minute, {
          ...{ inside: false, lat: atGate ? gate.lat : 28.7, lng: gate.lng, receivedAt: Date.now() },
          ...overrides,
        }),
      )
    const dateBack = (emergencyId: string, declared: number, allClear: number | null = null) =>
      muster.db.pool.query(
        `update emergencies set declared_at = now() - $2 * interval '1 minute', all_clear_at = now() - $3 * interval '1 minute'
          where id = $1`,
        [emergencyId, declared, allClear],
      )
    const runLate = () =>
      noteLateArrivals({
        db: muster.db,
        log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) },
      })
    const startLongAgo = async () => {
      await setPoints([gate])
      await muster.db.pool.query(
        `update presence_tracking set captured_at = now() - interval '5 hours', entry_time = now() - interval '6 hours' where user_id = $1`,
        [ann.id],
      )
      const { emergencyId } = await declare()
      await dateBack(emergencyId, 240)
      return emergencyId
    }
    const readAnn = async (emergencyId: string) => {
      const { state, claims } = await findOnRoll(emergencyId, 'Ann')
      return [state, claims.map(it => [it.place, Math.round((Date.now() - Date.parse(it.at)) / minute)])]
    }

    it('does not count a position from before the declaration, however late it arrives', async () => {
      const emergencyId = await startLongAgo()
      await send(250, true)
      expect(await run()).toBe(0)
      await runLate()
      expect(await readAnn(emergencyId)).toEqual(['missing', []])
    })

    it('counts an arrival hours ago, also if the phone sent a newer position with it, once', async () => {
      const emergencyId = await startLongAgo()
      // The newest one arrives first.
      await send(10, false)
      await send(200, true)
      await send(190, true)
      expect(await run()).toBe(0)
      await runLate()
      await runLate()
      expect(await readAnn(emergencyId)).toEqual(['safe', [['Gate 3', 200]]])
    })

    it('does not count it for somebody who is inside again, nor after a later mark', async () => {
      const emergencyId = await startLongAgo()
      await mark(emergencyId, 'Ann', 'missing')
      await send(200, true)
      await send(10, false)
      await runLate()
      expect((await readAnn(emergencyId))[0]).toBe('missing')
      await muster.db.pool.query('delete from emergency_claims where emergency_id = $1', [emergencyId])
      await muster.db.pool.query(`update emergency_people set state_at = null where emergency_id = $1`, [
        emergencyId,
      ])
      await send(1, true, { inside: true, lat: 28.613, lng: 77.209 })
      await runLate()
      expect((await readAnn(emergencyId))[0]).toBe('missing')
    })

    it.each([
      ['elsewhere', 90, 'safe'],
      ['not_on_site', 90, 'safe'],
      ['not_on_site', 110, 'not_on_site'],
    ] as const)(
      'makes no difference to a mark as %s 100 minutes ago, in whatever order they arrive (at the gate %i minutes ago: %s)',
      async (marked, minutesAgo, state) => {
        const say = (id: string) => mark(id, 'Ann', marked, manager, { waitedMs: 100 * minute })
        const markedFirst = await startLongAgo()
        const { emergencyId: seenFirst } = await declare({ drill: true })
        await dateBack(seenFirst, 240)
        await say(markedFirst)
        await send(minutesAgo, true)
        await send(10, false)
        await runLate()
        await runLate()
        await say(seenFirst)
        const ticked = await readAnn(markedFirst)
        expect(await readAnn(seenFirst)).toEqual(ticked)
        expect(ticked[0]).toBe(state)
      },
    )

    it('counts after the all clear only what was before it, apart from the record, for a day', async () => {
      const emergencyId = await startLongAgo()
      await muster.call(manager).emergencies.allClear({ emergencyId })
      await send(5, true)
      await dateBack(emergencyId, 240, 60)
      await runLate()
      expect(await readAnn(emergencyId)).toEqual(['missing', []])
      await send(100, true)
      await dateBack(emergencyId, 26 * 60, 25 * 60)
      await runLate()
      expect(await readAnn(emergencyId)).toEqual(['missing', []])
      await dateBack(emergencyId, 240, 60)
      await runLate()
      expect(await readAnn(emergencyId)).toEqual(['safe', [['Gate 3', 100]]])
      const { record } = await muster.call(manager).emergencyReports.record({ emergencyId })
      expect(record).toMatchObject({ claims: 0, lateTotal: 1 })
    })
  })

  it('counts people at the point of another zone as safe once they have left, and the list names the point', async () => {
    const otherZone = await muster.make.zone()
    await muster.make.assign(manager, otherZone, 'zone_manager_rw')
    await muster
      .call(manager)
      .emergencies.setPoints({ zoneId: otherZone.id, points: [{ ...gate, name: 'Car park' }] })
    const { emergencyId } = await declare()
    // The circle reaches into the zone that the person must leave.
    await putNorthOfGate(ann, 0, 8, true)
    expect(await run()).toBe(0)
    await putNorthOfGate(ann, 0)
    expect(await run()).toBe(1)
    expect((await findOnRoll(emergencyId, 'Ann')).claims[0]?.place).toBe('Car park')
  })
})
