import type { PersonState } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { type CheckWriter, createCheckWriter } from '../presence/check-writer/check-writer.ts'
import type { PendingCheck } from '../presence/check-writer/pending-check.ts'
import { createPendingCheck } from '../presence/testing/checks.ts'
import { callNewcomers } from './add-newcomers.ts'
import { endEmergency, endForgottenDrills } from './end-emergency.ts'
import { announceAllClears, breakOffDrills } from './follow-presence.ts'
import { noteArrivals, noteLateArrivals } from './note-arrivals.ts'
import { clearOldRolls, deleteOldEmergencies, listOpen, shareOpen } from './roll.queries.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let zone: TestZone
let manager: TestUser
let viewer: TestUser
let ann: TestUser
let bob: TestUser
let away: TestUser

beforeAll(async () => {
  muster = await createTestServices()
})
afterAll(() => muster.stop())

beforeEach(async () => {
  const { make } = muster
  ;[zone, manager, viewer, ann, bob, away] = await Promise.all([
    make.zone(),
    make.user({ firstName: 'Mia' }),
    make.user({ firstName: 'Vic' }),
    make.user({ firstName: 'Ann' }),
    make.user({ firstName: 'Bob' }),
    make.user({ firstName: 'Away' }),
  ])
  await Promise.all([
    make.assign(manager, zone, 'zone_manager_rw'),
    make.assign(viewer, zone, 'zone_manager_ro'),
  ])
  for (const member of [ann, bob, away]) await make.assign(member, zone)
  await putInside(ann)
  await putInside(bob, limits.presenceStaleMs + 60_000)
})

/** Counts the person as inside the zone, seen some time ago. */
const putInside = (who: TestUser, ageMs = 0, accuracyMeters = 5) =>
  muster.db.pool.query(
    `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', latitude = 28.613, longitude = 77.209,
      captured_at = now() - $3::float8 * interval '1 ms', accuracy_meters = $4 where user_id = $1 and zone_id = $2`,
    [who.id, zone.id, ageMs, accuracyMeters],
  )
/** Signs the person in on a phone with notifications, whose session ends after the interval. */
const addDevice = (who: TestUser, interval: string) =>
  muster.db.pool.query(
    `with session as (
       insert into auth.sessions (token, user_id, expires_at)
       values (gen_random_uuid()::text, $1, now() + $2::interval) returning id)
     insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
     select $1, id, 'https://push.example/' || id, 'key', 'secret', 'Phone' from session`,
    [who.id, interval],
  )
const declare = (overrides: object = {}, who = manager) =>
  muster.call(who).emergencies.declare({
    zoneId: zone.id,
    kind: 'evacuate',
    drill: false,
    requestId: crypto.randomUUID(),
    ...overrides,
  })
const answer = (who: TestUser, emergencyId: string, state: 'safe' | 'help', more: object = {}) =>
  muster.call(who).emergencies.answer({ emergencyId, state, requestId: crypto.randomUUID(), ...more })
const listPeople = async (emergencyId: string, who = manager) =>
  (await muster.call(who).emergencies.people({ emergencyId })).rows
const findOnRoll = async (emergencyId: string, name: string) => {
  const person = (await listPeople(emergencyId)).find(it => it.name.startsWith(name))
  if (!person) throw new Error(`${name} is not on the roll`)
  return person
}
const mark = async (
  emergencyId: string,
  name: string,
  state: PersonState,
  who = manager,
  more: object = {},
) =>
  muster.call(who).emergencies.mark({
    emergencyId,
    personIds: [(await findOnRoll(emergencyId, name)).id],
    state,
    requestId: crypto.randomUUID(),
    ...more,
  })
const readStates = async (emergencyId: string) => {
  const { states } = await muster.call(manager).emergencies.get({ emergencyId })
  return Object.fromEntries(Object.entries(states).filter(([, people]) => people > 0))
}
const listTitles = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows.map(it => it.title)

describe('the roll', () => {
  it('is previewed and frozen with the reason why each person counts', async () => {
    const target = { zoneId: zone.id, kind: 'evacuate' as const }
    const preview = await muster.call(manager).emergencies.preview(target)
    // The manager and the member who is away are not known to be inside.
    expect(preview).toMatchObject({
      ...{ people: 2, reach: { device: 0, app: 2, none: 0 }, notCalled: 3, asked: 1 },
    })
    const { emergencyId, people } = await declare()
    expect(people).toBe(2)
    const roll = await listPeople(emergencyId)
    expect(roll.map(it => [it.name, it.why, it.state, it.position !== null])).toEqual([
      ['Ann Test', 'inside', 'missing', true],
      ['Bob Test', 'not_seen', 'missing', true],
    ])
    const { reasons } = await muster.call(manager).emergencies.get({ emergencyId })
    expect(new Set(reasons)).toEqual(new Set(preview.reasons))
  })

  it('counts a device only with notifications and a living session, and says on the roll what became of the call', async () => {
    const expireSessions = (interval: string) =>
      muster.db.pool.query(
        `update auth.sessions s set expires_at = now() + $2::interval where user_id = $1
          and not exists (select from push_subscriptions p where p.session_id = s.id)`,
        [bob.id, interval],
      )
    const readReach = async () =>
      (await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })).reach
    await addDevice(ann, '1 day')
    await addDevice(bob, '-1 minute')
    await expireSessions('-1 minute')
    expect(await readReach()).toEqual({ device: 1, app: 0, none: 1 })
    await expireSessions('1 day')
    expect(await readReach()).toEqual({ device: 1, app: 1, none: 0 })
    const { emergencyId } = await declare()
    const readCallStates = async () => (await listPeople(emergencyId)).map(it => [it.name, it.callState])
    expect(await readCallStates()).toEqual([
      ['Ann Test', undefined],
      ['Bob Test', 'no_device'],
    ])
    await muster.db.pool.query(
      `update alert_deliveries set state = 'sent', sent_at = now() where user_id = $1 and channel = 'push'`,
      [ann.id],
    )
    await answer(bob, emergencyId, 'safe')
    expect(await readCallStates()).toEqual([
      ['Ann Test', 'delivered'],
      ['Bob Test', 'seen'],
    ])
  })

  it('tells an inaccurate reading apart, and asks all members for their welfare', async () => {
    await putInside(ann, 0, 120)
    expect(
      (await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })).reasons,
    ).toContainEqual({ why: 'uncertain', people: 1 })
    const { emergencyId } = await declare({ kind: 'welfare' })
    expect((await findOnRoll(emergencyId, 'Away')).why).toBe('off_site')
  })

  it('takes members by hand once, calls them, and takes nobody of other zones', async () => {
    const { emergencyId } = await declare()
    const add = (userId: string) =>
      muster.call(manager).emergencies.addPerson({
        ...{ emergencyId, userId, name: 'Somebody', requestId: crypto.randomUUID() },
      })
    const { personId } = await add(away.id)
    expect(await add(away.id)).toEqual({ personId })
    expect(await findOnRoll(emergencyId, 'Away')).toMatchObject({ id: personId, why: 'came_later' })
    expect((await muster.call(away).emergencies.mine()).emergencies.map(it => it.id)).toEqual([emergencyId])
    const stranger = await muster.make.user()
    expect(await readCode(add(stranger.id))).toBe('EMERGENCY_PERSON_NOT_FOUND')
    expect(await add(ann.id)).toEqual({ personId: (await findOnRoll(emergencyId, 'Ann')).id })
    expect((await listPeople(emergencyId)).length).toBe(3)
  })

  it('keeps everybody when people are deleted, unlinked or leave', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query('update presence_tracking set is_inside_zone = false where user_id = $1', [
      ann.id,
    ])
    await muster
      .call(manager)
      .users.unlink({ zoneId: zone.id, userId: ann.id })
      .catch(() => undefined)
    await muster.db.pool.query('delete from auth.users where id = $1', [bob.id])
    expect((await listPeople(emergencyId)).map(it => it.name)).toEqual(['Ann Test', 'Bob Test'])
    expect(await readStates(emergencyId)).toEqual({ missing: 2 })
  })

  it('grows by those who come in later and calls them once, and by hand', async () => {
    const { emergencyId } = await declare()
    await putInside(away)
    const run = () =>
      muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: emergencyId })))
    expect([await run(), await run()]).toEqual(['done', 'done'])
    expect((await findOnRoll(emergencyId, 'Away')).why).toBe('came_later')
    // The call has replaced the question whether they are there.
    expect(await listTitles(away)).toEqual([`Leave ${zone.name} now`])
    const requestId = crypto.randomUUID()
    const add = () =>
      muster.call(manager).emergencies.addPerson({ emergencyId, name: 'Vera Visitor', requestId })
    expect(await add()).toEqual(await add())
    expect((await listPeople(emergencyId)).map(it => it.name)).toContain('Vera Visitor')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(
      await readCode(
        muster
          .call(manager)
          .emergencies.addPerson({ emergencyId, name: 'Late', requestId: crypto.randomUUID() }),
      ),
    ).toBe('EMERGENCY_ENDED')
  })
})

/** Waits until a transaction waits for a lock. */
const untilWaiting = () =>
  expect
    .poll(async () => {
      const { rows } = await muster.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBeGreaterThan(0)

/** Runs statements in a transaction that ends once `work` waits for it. */
async function whileUncommitted<T>(sql: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const client = await muster.db.pool.connect()
  try {
    await client.query('begin')
    await client.query(sql, values)
    const result = work()
    await untilWaiting()
    await client.query('commit')
    return await result
  } finally {
    client.release()
  }
}

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

describe('a declaration', () => {
  it('calls everybody on the roll urgently, marks a drill in the text, and asks on every screen', async () => {
    await declare({ drill: true, message: 'Gate 3' })
    const [alert] = (await muster.call(ann).alerts.list({})).rows
    expect(alert).toMatchObject({
      title: `DRILL: Leave ${zone.name} now`,
      description: 'Gate 3',
      metadata: { urgent: true },
    })
    const { emergencies } = await muster.call(ann).emergencies.mine()
    expect(emergencies).toMatchObject([
      { drill: true, message: 'Gate 3', answer: null, declaredBy: 'Mia Test' },
    ])
    expect((await muster.call(away).emergencies.mine()).emergencies).toEqual([])
  })

  it('happens once, however often it is sent and whoever else declares the same', async () => {
    const requestId = crypto.randomUUID()
    expect(await declare({ requestId })).toEqual(await declare({ requestId }))
    expect(await readCode(declare({ requestId, drill: true }))).toBe('REQUEST_ID_TAKEN')
    expect(await readCode(declare())).toBe('EMERGENCY_OPEN')
    // A real emergency during a drill, and the other way round.
    expect(await readCode(declare({ drill: true }))).toBeUndefined()
  })

  it('breaks off the drill of its zone, which then says nothing of an end and was not held', async () => {
    await muster.call(manager).emergencyPlans.setDrill({ zoneId: zone.id, everyMonths: 6 })
    const drill = await declare({ drill: true })
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    await muster.make.assign(ann, other)
    await muster.make.assign(away, other)
    const drillOfOthers = await declare({ zoneId: other.id, kind: 'keep_away', drill: true })
    const { emergencyId } = await declare()
    await breakOffDrills({ db: muster.db, log: pino({ enabled: false }) })
    // Somebody is on both rolls, and that does not end the drill of another zone.
    expect(
      await muster.call(manager).emergencies.get({ emergencyId: drillOfOthers.emergencyId }),
    ).toMatchObject({
      allClearAt: null,
    })
    const ofDrill = { emergencyId: drill.emergencyId }
    expect(await muster.call(manager).emergencies.get(ofDrill)).toMatchObject({ brokenOff: true })
    expect((await listTitles(ann)).sort()).toEqual(
      [
        `DRILL: Keep away from ${other.name}`,
        `Leave ${zone.name} now`,
        'DRILL: The drill is over',
        'The drill was broken off: this is real',
      ].sort(),
    )
    const { emergencies, ended } = await muster.call(ann).emergencies.mine()
    expect([emergencies.map(it => it.id), ended]).toEqual([[emergencyId, drillOfOthers.emergencyId], []])
    const { timeline } = await muster.call(manager).emergencies.report(ofDrill)
    expect(timeline.at(-1)?.what).toBe('broken_off')
    const calendar = await muster.call(manager).emergencyPlans.drill({ zoneId: zone.id })
    expect(calendar.drill?.lastDrillAt).toBeNull()
    // At its end, only people of the real emergency learn that there is one.
    await muster.call(manager).emergencies.allClear({ emergencyId: drillOfOthers.emergencyId })
    const readLast = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows[0]?.description
    expect(await readLast(ann)).toBe('A real emergency is open. Its order stays as it is.')
    expect(await readLast(away)).toBe(`You no longer need to keep away from ${other.name}.`)
  })

  it('keeps a drill that ends beside it from saying that it is over', async () => {
    await declare()
    const drill = await declare({ drill: true })
    await muster.call(manager).emergencies.allClear({ emergencyId: drill.emergencyId })
    const titles = await listTitles(ann)
    expect(titles).toContain('DRILL: The drill is over')
    expect(titles.filter(it => it.includes('All clear'))).toEqual([])
    expect((await muster.call(ann).emergencies.mine()).ended).toEqual([])
  })

  it('lets nobody join the roll before an all clear that waits already', async () => {
    const { emergencyId } = await declare()
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const countWaiting = async () => {
      const { rows } =
        await muster.db.pool.query(`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
      return rows.length
    }
    const first = muster.db.asOwner('test', async tx => {
      await shareOpen(tx, emergencyId)
      held.resolve()
      await end.promise
    })
    await held.promise
    const allClear = muster.call(manager).emergencies.allClear({ emergencyId })
    await vi.waitUntil(async () => (await countWaiting()) === 1, { timeout: 10_000 })
    const later = muster.db.asOwner('test', tx => shareOpen(tx, emergencyId))
    await vi.waitUntil(async () => (await countWaiting()) === 2, { timeout: 10_000 }).finally(end.resolve)
    await Promise.all([first, allClear])
    expect(await later).toBe(false)
  })

  it('is given another order for the same people, who are all asked again, and for those who lead; both orders are kept', async () => {
    const { emergencyId } = await declare({ kind: 'shelter', message: 'Close the doors' })
    const [first] = (await muster.call(ann).emergencies.mine()).emergencies
    await answer(ann, emergencyId, 'safe', { orderedAt: first?.orderedAt })
    await answer(bob, emergencyId, 'help')
    const form = { emergencyId, kind: 'evacuate' as const, message: 'Gate 3', requestId: crypto.randomUUID() }
    const change = () => muster.call(manager).emergencies.changeOrder(form)
    expect([await change(), await change()]).toEqual([{ people: 2 }, { people: 2 }])
    expect(await readStates(emergencyId)).toEqual({ missing: 1, help: 1 })
    expect((await muster.call(ann).emergencies.mine()).emergencies).toMatchObject([
      { id: emergencyId, kind: 'evacuate', message: 'Gate 3', answer: null, state: 'missing' },
    ])
    expect((await muster.call(bob).emergencies.mine()).emergencies[0]?.answer?.state).toBe('help')
    for (const who of [ann, viewer])
      expect(await listTitles(who)).toContain(`New order: Leave ${zone.name} now`)
    // Nobody has seen the new order yet.
    expect((await findOnRoll(emergencyId, 'Ann')).callState).toBe('no_device')
    expect(await readCode(muster.call(viewer).emergencies.changeOrder(form))).toBe('FORBIDDEN')
    // What was said before the new order, but arrives after it, is no answer to it; nor is one to the order that a phone still shows.
    await answer(ann, emergencyId, 'safe', { waitedMs: 60_000 })
    await answer(ann, emergencyId, 'safe', { orderedAt: first?.orderedAt })
    expect((await findOnRoll(emergencyId, 'Ann')).state).toBe('missing')
    // By a clock that is behind.
    const orderedAt = (await muster.call(ann).emergencies.mine()).emergencies[0]?.orderedAt
    await answer(ann, emergencyId, 'safe', { orderedAt, waitedMs: 2_000 })
    expect((await findOnRoll(emergencyId, 'Ann')).state).toBe('safe')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(timeline.find(it => it.what === 'order_changed')).toMatchObject({
      name: 'Mia Test',
      order: { from: 'shelter', to: 'evacuate', message: 'Gate 3' },
    })
    expect((await muster.call(manager).emergencyReports.record({ emergencyId })).record?.state).toBe(
      'matches',
    )
    const again = { ...form, requestId: crypto.randomUUID() }
    expect(await readCode(muster.call(manager).emergencies.changeOrder(again))).toBe('EMERGENCY_ENDED')
  })

  it('needs the permission to send broadcasts, and strangers learn nothing', async () => {
    for (const who of [viewer, ann]) expect(await readCode(declare({}, who))).toBe('FORBIDDEN')
    const stranger = await muster.make.user()
    expect(await readCode(declare({}, stranger))).toBe('ZONE_NOT_FOUND')
    expect(await readCode(declare({ zoneId: null }))).toBe('FORBIDDEN')
    const { emergencyId } = await declare()
    const calls = (who: TestUser, key = emergencyId) => [
      () => muster.call(who).emergencies.get({ emergencyId: key }),
      () => muster.call(who).emergencies.people({ emergencyId: key }),
      () => muster.call(who).emergencies.report({ emergencyId: key }),
      () => muster.call(who).emergencies.allClear({ emergencyId: key }),
      () => answer(who, key, 'safe'),
    ]
    for (const call of [...calls(stranger), ...calls(manager, crypto.randomUUID())])
      expect(await readCode(call())).toBe('EMERGENCY_NOT_FOUND')
    expect((await muster.call(stranger).emergencies.list({})).rows).toEqual([])
    expect(await readCode(muster.call(ann).emergencies.people({ emergencyId }))).toBe('FORBIDDEN')
    expect((await listPeople(emergencyId, viewer)).length).toBe(2)
    expect(await readCode(mark(emergencyId, 'Ann', 'safe', viewer))).toBe('FORBIDDEN')
  })

  it('covers all zones for those who see them all', async () => {
    const admin = await muster.make.user({ role: 'super_admin' })
    const { emergencyId, people } = await declare({ zoneId: null }, admin)
    expect(people).toBeGreaterThanOrEqual(2)
    expect(await muster.call(manager).emergencies.get({ emergencyId })).toMatchObject({
      people: 2,
      seesAll: false,
      mayEnd: false,
    })
    expect((await muster.call(ann).emergencies.mine()).emergencies.map(it => it.zoneName)).toEqual([null])
    // Managers of each zone are asked to help, with a link to the board.
    await answer(ann, emergencyId, 'help')
    const find = async (who: TestUser) =>
      (await muster.call(who).alerts.list({})).rows.find(it => it.title === 'Ann Test needs help')
    for (const who of [manager, admin])
      expect(await find(who)).toMatchObject({
        description: 'In the emergency “Leave the site now”.',
        metadata: { emergencyId, personId: ann.id, meaning: 'help' },
      })
    await muster.call(admin).emergencies.allClear({ emergencyId })
  })
})

describe('answers and marks', () => {
  it('count once per request, and the last one counts whatever the order of arrival', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
      [emergencyId],
    )
    const requestId = crypto.randomUUID()
    await answer(ann, emergencyId, 'help', { requestId })
    await answer(ann, emergencyId, 'help', { requestId })
    expect((await findOnRoll(emergencyId, 'Ann')).claims).toHaveLength(1)
    // A safe answer that waited for the network happened before the call for help.
    expect(await answer(ann, emergencyId, 'safe', { waitedMs: 60_000 })).toMatchObject({ state: 'help' })
    await answer(ann, emergencyId, 'safe')
    expect(await readStates(emergencyId)).toEqual({ missing: 1, safe: 1 })
  })

  it('are dated no earlier than the declaration', async () => {
    const { emergencyId } = await declare()
    const { declaredAt } = await muster.call(manager).emergencies.get({ emergencyId })
    const { at } = await answer(ann, emergencyId, 'safe', { waitedMs: 3_600_000 })
    expect(at).toBe(declaredAt)
  })

  it('raise an urgent alert for help to those who look after the zone, until the person is safe', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    for (const who of [manager, viewer]) {
      const alert = (await muster.call(who).alerts.list({})).rows.find(
        it => it.title === 'Ann Test needs help',
      )
      expect(alert?.metadata).toMatchObject({ emergencyId, personId: ann.id, urgent: true })
    }
    expect(await listTitles(bob)).toEqual([`Leave ${zone.name} now`])
    await mark(emergencyId, 'Ann', 'not_on_site')
    expect(await readStates(emergencyId)).toEqual({ help: 1, missing: 1 })
    await mark(emergencyId, 'Ann', 'safe')
    expect(await listTitles(manager)).toContain('Ann Test is safe now')
    expect(await listTitles(manager)).not.toContain('Ann Test needs help')
  })

  it('raise one alert with the number of many who need help, not one for each', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `insert into emergency_people (emergency_id, zone_id, zone_name, name, sort_name, why)
        select $1, $2, 'Zone', 'Guest ' || n, 'Guest ' || n, 'by_hand' from generate_series(1, 30) n`,
      [emergencyId, zone.id],
    )
    const { rows } = await muster
      .call(manager)
      .emergencies.people({ emergencyId, search: 'Guest', limit: 100 })
    const personIds = rows.map(it => it.id)
    const markAll = (state: 'help' | 'safe') =>
      muster.call(manager).emergencies.mark({ emergencyId, personIds, state, requestId: crypto.randomUUID() })
    await markAll('help')
    expect((await listTitles(viewer)).filter(it => it.includes('help'))).toEqual(['30 people need help'])
    await markAll('safe')
    expect((await listTitles(viewer)).filter(it => /help|safe/.test(it))).toEqual(['30 people are safe now'])
  })

  it('keep both of two claims about one person', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'help')
    await mark(emergencyId, 'Ann', 'safe')
    const person = await findOnRoll(emergencyId, 'Ann')
    expect(person).toMatchObject({ state: 'safe', disputed: true })
    expect(person.claims.map(it => [it.state, it.how, it.by])).toEqual([
      ['safe', 'captain', 'Mia Test'],
      ['help', 'own', 'Ann Test'],
    ])
    await mark(emergencyId, 'Ann', 'missing')
    expect(await readStates(emergencyId)).toEqual({ missing: 2 })
  })

  describe('that call for help by mistake', () => {
    const markOne = async (
      emergencyId: string,
      claim: { state: 'help' | 'undone'; undoes?: string },
      more: object = {},
    ) => {
      const requestId = crypto.randomUUID()
      const personIds = [(await findOnRoll(emergencyId, 'Ann')).id]
      await muster.call(manager).emergencies.mark({ emergencyId, personIds, requestId, ...claim, ...more })
      return requestId
    }
    const readAnn = async (emergencyId: string) => {
      const { state, disputed, answer: words, claims } = await findOnRoll(emergencyId, 'Ann')
      return { state, disputed, answer: words?.words, said: claims.map(it => it.state) }
    }

    it('are taken back by whoever made them, and the record keeps both', async () => {
      const { emergencyId } = await declare()
      const undoes = crypto.randomUUID()
      await answer(ann, emergencyId, 'help', { requestId: undoes })
      const undo = () =>
        muster
          .call(ann)
          .emergencies.answer({ emergencyId, state: 'undone', undoes, requestId: crypto.randomUUID() })
      expect(await undo()).toMatchObject({ state: 'missing' })
      await undo()
      expect((await muster.call(ann).emergencies.mine()).emergencies).toMatchObject([
        { answer: null, state: 'missing' },
      ])
      expect(await readAnn(emergencyId)).toEqual({
        ...{ state: 'missing', disputed: false, answer: undefined },
        said: ['undone', 'undone', 'help'],
      })
      expect(await listTitles(manager)).toContain('Call for help taken back: Ann Test')
      expect(await listTitles(manager)).not.toContain('Ann Test needs help')
      await muster.call(manager).emergencies.allClear({ emergencyId })
      const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
      expect(timeline.map(it => it.what)).toEqual([
        'declared',
        'help',
        'help_undone',
        'help_undone',
        'all_clear',
      ])
      const readRecord = async () =>
        (await muster.call(manager).emergencyReports.record({ emergencyId })).record?.state
      expect(await readRecord()).toBe('matches')
      await muster.db.pool.query(
        `delete from emergency_claims where emergency_id = $1 and state = 'undone'`,
        [emergencyId],
      )
      expect(await readRecord()).toBe('changed')
    })

    it('leave what counted before, and calls for help by others', async () => {
      const { emergencyId } = await declare()
      await mark(emergencyId, 'Ann', 'safe')
      const undoes = await markOne(emergencyId, { state: 'help' })
      await markOne(emergencyId, { state: 'undone', undoes })
      expect(await readAnn(emergencyId)).toMatchObject({ state: 'safe', said: ['undone', 'help', 'safe'] })
      await answer(ann, emergencyId, 'help')
      const second = await markOne(emergencyId, { state: 'help' })
      await markOne(emergencyId, { state: 'undone', undoes: second })
      expect(await readAnn(emergencyId)).toMatchObject({ state: 'help', disputed: true })
    })

    it('stay if somebody else, or somebody later than a minute, takes them back', async () => {
      const { emergencyId } = await declare()
      await muster.db.pool.query(
        `update emergencies set declared_at = now() - interval '1 hour' where id = $1`,
        [emergencyId],
      )
      const undoes = crypto.randomUUID()
      await answer(ann, emergencyId, 'help', { requestId: undoes })
      const late = await markOne(emergencyId, { state: 'help' }, { waitedMs: 5 * 60_000 })
      for (const refused of [
        { state: 'undone' as const, undoes },
        { state: 'undone' as const, undoes: late },
        { state: 'undone' as const, undoes: crypto.randomUUID() },
        { state: 'undone' as const },
        { state: 'help' as const, undoes },
      ])
        expect(await readCode(markOne(emergencyId, refused))).toBe('HELP_NOT_UNDOABLE')
      expect(await readAnn(emergencyId)).toMatchObject({ state: 'help', said: ['help', 'help'] })
    })
  })

  it('refuse people of another roll without writing anything', async () => {
    const { emergencyId } = await declare()
    const { emergencyId: drillId } = await declare({ drill: true })
    const personIds = [(await findOnRoll(emergencyId, 'Ann')).id, (await findOnRoll(drillId, 'Bob')).id]
    const call = muster
      .call(manager)
      .emergencies.mark({ emergencyId, personIds, state: 'safe', requestId: crypto.randomUUID() })
    expect(await readCode(call)).toBe('EMERGENCY_PERSON_NOT_FOUND')
    expect(await readStates(emergencyId)).toEqual({ missing: 2 })
  })
})

describe('what everybody reads of emergencies', () => {
  it('is the all clear for those who were on the roll, with a number to call only for those who needed help', async () => {
    const { emergencyId } = await declare({ drill: true })
    await answer(ann, emergencyId, 'help')
    expect((await muster.call(ann).emergencies.mine()).ended).toEqual([])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const listEnded = async (who: TestUser) => (await muster.call(who).emergencies.mine()).ended
    const ended = { id: emergencyId, zoneName: zone.name, drill: true }
    expect(await listEnded(ann)).toMatchObject([{ ...ended, needsHelp: true, declaredBy: 'Mia Test' }])
    expect(await listEnded(bob)).toMatchObject([{ ...ended, needsHelp: false, phone: '' }])
    expect(await listEnded(away)).toEqual([])
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - interval '14 hours', all_clear_at = now() - interval '13 hours' where id = $1`,
      [emergencyId],
    )
    expect(await listEnded(ann)).toEqual([])
  })

  it('is an open emergency in one of their zones, while they are not on its roll', async () => {
    const stranger = await muster.make.user()
    const { emergencyId } = await declare()
    const listNearby = async (who: TestUser) => (await muster.call(who).emergencies.mine()).nearby
    expect(await listNearby(away)).toMatchObject([
      { id: emergencyId, zoneName: zone.name, kind: 'evacuate', declaredBy: 'Mia Test', answer: null },
    ])
    // Those who see the board are told as those who lead.
    for (const who of [ann, stranger, viewer]) expect(await listNearby(who)).toEqual([])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await listNearby(away)).toEqual([])
  })

  it('is the list of open ones for those who see the board, and empty for others', async () => {
    const { emergencyId } = await declare({ drill: true })
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { emergencyId: openId } = await declare()
    const listOpenIds = async (who: TestUser) =>
      (await muster.call(who).emergencies.list({ open: true })).rows.map(it => it.id)
    expect([await listOpenIds(manager), await listOpenIds(viewer)]).toEqual([[openId], [openId]])
    expect(await listOpenIds(ann)).toEqual([])
  })
})

describe('the end', () => {
  it('is told to everybody once, ends the question, and still takes answers that waited', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'safe')
    const first = await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await muster.call(manager).emergencies.allClear({ emergencyId })).toEqual(first)
    expect(await listTitles(bob)).toEqual(['All clear', `The evacuation of ${zone.name} is over.`])
    expect((await muster.call(bob).emergencies.mine()).emergencies).toEqual([])
    expect(await readCode(answer(bob, emergencyId, 'help'))).toBe('EMERGENCY_ENDED')
    await answer(bob, emergencyId, 'safe', { waitedMs: 60_000 })
    expect(await readStates(emergencyId)).toEqual({ safe: 2 })
    const report = await muster.call(viewer).emergencies.report({ emergencyId })
    expect(report.hows).toEqual([{ how: 'own', people: 2 }])
    expect(report.accountedMs.every(it => it !== null)).toBe(true)
    expect(report.timeline.map(it => it.what)).toEqual(['declared', 'all_clear'])
    expect((await muster.call(manager).emergencies.list({ limit: 1 })).rows).toMatchObject([
      { id: emergencyId, people: 2, states: { safe: 2 } },
    ])
  })

  it('keeps the name of somebody without an account as long as their badge, or its readings, are kept', async () => {
    const { emergencyId } = await declare()
    const query = (text: string, values: unknown[]) => muster.db.pool.query(text, values)
    await query(
      `insert into emergency_people (emergency_id, zone_id, zone_name, name, sort_name, phone, why, badge)
        select $1, $2, 'x', it, it, '', 'badge', left(it, 8) from unnest(array['Badge 17 (unknown)', '18', 'Bea Test (Acme)']) it`,
      [emergencyId, zone.id],
    )
    await query(`update emergency_people set badge = '17' where emergency_id = $1 and badge = 'Badge 17'`, [
      emergencyId,
    ])
    await query(`insert into badges (zone_id, number, holder) values ($1, 'Bea Test', 'Bea Test')`, [zone.id])
    await query(
      `insert into badge_events (zone_id, number, direction, at, sent_at, holder) values ($1, 'Bea Test', 'in', now(), now(), 'Bea Test')`,
      [zone.id],
    )
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const listNames = async () => {
      await muster.db.asOwner('a test', tx => clearOldRolls(1_000).execute(tx))
      return (await listPeople(emergencyId)).filter(it => it.why === 'badge').map(it => it.name)
    }
    // Older rows have the words, newer ones only the number.
    const names = ['Badge 17 (unknown)', 'Badge 18 (unknown)', 'Bea Test (Acme)']
    expect((await listNames()).sort()).toEqual(names)
    await query('delete from badges where zone_id = $1', [zone.id])
    expect((await listNames()).sort()).toEqual(names)
    await query('delete from badge_events where zone_id = $1', [zone.id])
    expect((await listNames()).sort()).toEqual(['Badge 17 (unknown)', 'Badge 18 (unknown)', 'Unnamed member'])
  })

  it('must come before the zone is deleted, and the list stays without the zone', async () => {
    const admin = await muster.make.user({ role: 'super_admin' })
    const { emergencyId } = await declare()
    const remove = () => muster.call(admin).zones.remove({ zoneId: zone.id })
    expect(await readCode(remove())).toBe('EMERGENCY_OPEN')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await remove()
    expect(await muster.call(admin).emergencies.get({ emergencyId })).toMatchObject({
      zoneId: null,
      zoneName: zone.name,
      people: 2,
    })
  })

  it('must come before the zone is deleted, also if it is declared meanwhile', async () => {
    const admin = await muster.make.user({ role: 'super_admin' })
    const code = await whileUncommitted(
      `with its as (insert into emergencies (request_id, zone_id, zone_name, kind, drill) values ($1, $2, 'x', 'evacuate', false)
          returning id)
        insert into emergency_zones (emergency_id, zone_id, zone_name) select id, $2, 'x' from its`,
      [crypto.randomUUID(), zone.id],
      () => readCode(muster.call(admin).zones.remove({ zoneId: zone.id })),
    )
    expect(code).toBe('EMERGENCY_OPEN')
  })

  it('adds nobody to the roll who comes in, or is added by hand, at that moment', async () => {
    const endIt = 'update emergencies set all_clear_at = now() where id = $1'
    const first = await declare()
    await putInside(away)
    await whileUncommitted(endIt, [first.emergencyId], () =>
      muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: first.emergencyId }))),
    )
    expect(await listTitles(away)).toEqual([`Leave ${zone.name} if you are there`])
    const { emergencyId } = await declare()
    const code = await whileUncommitted(endIt, [emergencyId], () =>
      readCode(
        muster
          .call(manager)
          .emergencies.addPerson({ emergencyId, name: 'Vera', requestId: crypto.randomUUID() }),
      ),
    )
    expect(code).toBe('EMERGENCY_ENDED')
  })

  it('calls nobody to an emergency that lost its zone', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query('update emergency_zones set zone_id = null where emergency_id = $1', [
      emergencyId,
    ])
    const open = await muster.db.asOwner('test', tx => listOpen(tx))
    expect(open.map(it => it.id)).not.toContain(emergencyId)
    await muster.db.pool.query('delete from emergencies where id = $1', [emergencyId])
  })

  it('names what is over in words that nobody takes for an order', async () => {
    const { emergencyId } = await declare({ drill: true })
    await answer(ann, emergencyId, 'help')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const [alert] = (await muster.call(bob).alerts.list({})).rows
    expect([alert?.title, alert?.description]).toEqual([
      'DRILL: All clear',
      `The evacuation of ${zone.name} is over.`,
    ])
    const help = (await muster.call(viewer).alerts.list({})).rows.find(it => it.title.includes('needs help'))
    expect(help?.description).toBe(`In the emergency “Leave ${zone.name} now”.`)
  })

  it('ends a drill after a day by itself, but never a real emergency', async () => {
    const { emergencyId } = await declare()
    const { emergencyId: drillId } = await declare({ drill: true })
    const { emergencyId: newDrillId } = await declare({ drill: true, kind: 'shelter' })
    await muster.db.pool.query(
      `update emergencies set declared_at = now() - $2::float8 * interval '1 ms' where id = any($1)`,
      [[emergencyId, drillId], limits.drillMostMs + 1_000],
    )
    await muster.db.asOwner('test', tx => write(tx, endForgottenDrills))
    await announceAllClears({ db: muster.db, log: pino({ level: 'silent' }) })
    const get = (key: string) => muster.call(manager).emergencies.get({ emergencyId: key })
    expect((await get(emergencyId)).allClearAt).toBeNull()
    expect((await get(newDrillId)).allClearAt).toBeNull()
    expect(await get(drillId)).toMatchObject({ allClearAt: expect.any(String), allClearBy: null })
    expect(await listTitles(bob)).toContain('DRILL: The drill is over')
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId: drillId })
    expect(timeline.at(-1)).toMatchObject({ what: 'all_clear', name: '' })
  })

  it('is told once, also if the process ended before, and hides no call for help that arrives after it', async () => {
    const { emergencyId } = await declare()
    await muster.db.asOwner('test', tx =>
      write(tx, async its => {
        const emergency = (await listOpen(tx)).find(it => it.id === emergencyId)
        if (emergency) await endEmergency(its, emergency, manager.id)
      }),
    )
    expect(await listTitles(bob)).not.toContain('All clear')
    await answer(ann, emergencyId, 'help', { waitedMs: 60_000 })
    const tell = () => announceAllClears({ db: muster.db, log: pino({ level: 'silent' }) })
    await Promise.all([tell(), tell()])
    await tell()
    expect((await listTitles(bob)).filter(it => it === 'All clear')).toHaveLength(1)
    const { rows } = await muster.db.pool.query(
      `select count(*)::int as unread from user_alerts
        where user_id = $1 and metadata ->> 'meaning' = 'help' and metadata ->> 'emergencyId' = $2 and not is_read`,
      [manager.id, emergencyId],
    )
    expect(rows).toEqual([{ unread: 1 }])
  })

  it('is dated no earlier than a declaration by a clock that runs ahead', async () => {
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `update emergencies set declared_at = now() + interval '2 seconds' where id = $1`,
      [emergencyId],
    )
    const { allClearAt } = await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(allClearAt).toBe((await muster.call(manager).emergencies.get({ emergencyId })).declaredAt)
  })

  it('is followed by a report with the first time of each, from when they were called', async () => {
    const { emergencyId } = await declare()
    const backdate = (name: string, column: string, minutes: number) =>
      muster.db.pool.query(
        `update ${name} set ${column} = now() - $2 * interval '1 minute' where ${name === 'emergencies' ? 'id' : 'emergency_id'} = $1`,
        [emergencyId, minutes],
      )
    await backdate('emergencies', 'declared_at', 40)
    await backdate('emergency_people', 'added_at', 40)
    await putInside(away)
    await muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: emergencyId })))
    await answer(away, emergencyId, 'safe')
    await answer(ann, emergencyId, 'safe', { waitedMs: 30 * 60_000 })
    await mark(emergencyId, 'Ann', 'safe')
    await answer(bob, emergencyId, 'help')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { longest, hows, accountedMs } = await muster.call(manager).emergencies.report({ emergencyId })
    const minutes = longest.map(it => [it.name, it.accounted, Math.round(it.missingMs / 60_000)])
    expect(minutes).toEqual([
      ['Bob Test', false, 40],
      ['Ann Test', true, 10],
      ['Away Test', true, 0],
    ])
    expect(hows).toEqual([{ how: 'own', people: 2 }])
    expect(accountedMs[2]).toBeNull()
  })

  it('is followed by times that a correction does not change, with shares from the declaration', async () => {
    const minute = 60_000
    const people = await Promise.all(
      ['Cora', 'Dan', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jan'].map(firstName =>
        muster.make.user({ firstName }),
      ),
    )
    for (const person of people) await muster.make.assign(person, zone)
    await muster.db.pool.query(
      `update presence_tracking set is_inside_zone = false, entry_time = null where zone_id = $1`,
      [zone.id],
    )
    const [first, later] = [people.slice(0, 4), people.slice(4)]
    for (const person of first) await putInside(person)
    const { emergencyId } = await declare()
    const setMinutes = (table: string, column: string, ago: number, more = '') =>
      muster.db.pool.query(
        `update ${table} set ${column} = now() - $2 * interval '1 minute' where ${table === 'emergencies' ? 'id' : 'emergency_id'} = $1 ${more}`,
        [emergencyId, ago],
      )
    await setMinutes('emergencies', 'declared_at', 60)
    await setMinutes('emergency_people', 'added_at', 60)
    for (const person of first) await answer(person, emergencyId, 'safe', { waitedMs: 57 * minute })
    for (const name of ['Cora', 'Dan', 'Eli'])
      await mark(emergencyId, name, 'elsewhere', manager, { waitedMs: 47 * minute })
    const readTimes = async () => {
      const { accountedMs, longest } = await muster.call(manager).emergencies.report({ emergencyId })
      const toMinutes = (ms: number | null) => ms && Math.round(ms / minute)
      return [accountedMs.map(toMinutes), longest.map(it => toMinutes(it.missingMs))]
    }
    expect(await readTimes()).toEqual([
      [3, 3, 3],
      [3, 3, 3, 3],
    ])
    for (const person of later) await putInside(person)
    await muster.db.asOwner('test', tx => write(tx, its => callNewcomers(its, { id: emergencyId })))
    await setMinutes('emergency_people', 'added_at', 40, `and why = 'came_later'`)
    for (const person of later) await answer(person, emergencyId, 'safe', { waitedMs: 32 * minute })
    expect(await readTimes()).toEqual([
      [3, 28, 28],
      [8, 8, 8, 8, 3, 3, 3, 3],
    ])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { rows } = await muster.call(manager).emergencyReports.rows({ emergencyId })
    expect(rows.map(it => [it.name, it.state, Math.round(it.missingMs / minute)]).slice(0, 4)).toEqual([
      ['Cora Test', 'elsewhere', 3],
      ['Dan Test', 'elsewhere', 3],
      ['Eli Test', 'elsewhere', 3],
      ['Fay Test', 'safe', 3],
    ])
  })

  it('takes late acts for a day, whoever made them, and lists what managers say later apart, as corrections', async () => {
    const { emergencyId } = await declare()
    await answer(ann, emergencyId, 'safe')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const before = await muster.call(manager).emergencies.report({ emergencyId })
    await mark(emergencyId, 'Bob', 'help')
    await mark(emergencyId, 'Ann', 'elsewhere')
    const after = await muster.call(manager).emergencies.report({ emergencyId })
    expect({ ...after, corrections: [] }).toEqual(before)
    expect(after.timeline.map(it => it.what)).toEqual(['declared', 'all_clear'])
    expect(after.corrections.map(it => [it.name, it.state, it.by])).toEqual([
      ['Bob Test', 'help', 'Mia Test'],
      ['Ann Test', 'elsewhere', 'Mia Test'],
    ])
    const { rows } = await muster.call(manager).emergencyReports.rows({ emergencyId })
    expect(rows.map(it => [it.name, it.state, it.how, it.correctedTo])).toEqual([
      ['Ann Test', 'safe', 'own', 'elsewhere'],
      ['Bob Test', 'missing', null, 'help'],
    ])
    expect((await muster.call(manager).emergencyReports.record({ emergencyId })).record?.state).toBe(
      'matches',
    )
    await muster.db.pool.query(
      `with c as (update emergency_claims set happened_at = happened_at - interval '40 hours' where emergency_id = $1)
        update emergencies set declared_at = declared_at - interval '40 hours', all_clear_at = all_clear_at - interval '26 hours' where id = $1`,
      [emergencyId],
    )
    const hour = 60 * 60_000
    expect(await readCode(mark(emergencyId, 'Bob', 'safe', manager, { waitedMs: 27 * hour }))).toBe(
      'EMERGENCY_ENDED',
    )
    expect(await readCode(mark(emergencyId, 'Bob', 'safe', manager, { waitedMs: 25 * hour }))).toBeUndefined()
  })

  it('starts the retention of positions, names of deleted accounts and the whole emergency', async () => {
    const { emergencyId } = await declare()
    await muster.call(manager).emergencies.allClear({ emergencyId })
    await muster.db.pool.query('delete from auth.users where id = $1', [bob.id])
    const backdate = (days: number) =>
      muster.db.pool.query(
        `update emergencies set declared_at = now() - ($2 + 1) * interval '1 day', all_clear_at = now() - $2 * interval '1 day'
          where id = $1`,
        [emergencyId, days],
      )
    await backdate(limits.emergencyPositionDays + 1)
    await muster.db.asOwner('test', tx => clearOldRolls(100).execute(tx))
    expect((await listPeople(emergencyId)).map(it => [it.name, it.position])).toEqual([
      ['Unnamed member', null],
      ['Ann Test', null],
    ])
    await backdate(limits.emergencyKeptDays + 1)
    await muster.db.asOwner('test', tx => deleteOldEmergencies(100).execute(tx))
    expect(await readCode(muster.call(manager).emergencies.get({ emergencyId }))).toBe('EMERGENCY_NOT_FOUND')
  })
})
