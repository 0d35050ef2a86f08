import { feedEvent } from '@muster/contract/feed.ts'
import pino from 'pino'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../db/database.ts'
import { factories, type TestUser, type TestZone } from '../../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { findDrift, pendingCheck } from '../testing/checks.ts'
import { type CheckWriter, createCheckWriter } from './check-writer.ts'
import type { PendingCheck } from './pending-check.ts'

const minute = 60_000
const T = Math.floor(Date.now() / minute) * minute - 60 * minute
const log = pino({ level: 'silent' })

let database: TestDatabase
let db: Database
let writer: CheckWriter
let make: ReturnType<typeof factories>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { onError: () => undefined })
  writer = createCheckWriter({ db, log })
  make = factories(db)
})
afterAll(async () => {
  await writer.stop()
  await db.close()
  await database.drop()
})

async function memberOf(zone?: TestZone): Promise<{ user: TestUser; zone: TestZone }> {
  const [user, place] = [await make.user(), zone ?? (await make.zone())]
  await make.assign(user, place)
  return { user, zone: place }
}

const rowsOf = async (sql: string, ...values: unknown[]) => (await db.pool.query(sql, values)).rows
const occupancyOf = async (zone: TestZone) =>
  (await rowsOf('select current_occupancy as n from zones where id = $1', zone.id))[0]?.n
const visitsOf = (user: TestUser) =>
  rowsOf(
    'select entry_time, exit_time, duration_minutes from presence_history where user_id = $1 order by 1',
    user.id,
  )
const eventsAbout = (zone: TestZone) =>
  rowsOf(
    `select topic, kind, payload from feed_events
     where payload ->> 'zoneId' = $1 and (kind like 'presence.%' or kind = 'zone.occupancy') order by seq`,
    zone.id,
  )
const nameOf = async (user: TestUser) =>
  (await rowsOf(`select first_name || ' ' || last_name as name from user_profiles where id = $1`, user.id))[0]
    ?.name
const checksOf = (user: TestUser) =>
  rowsOf('select id, change, inside from position_checks where user_id = $1 order by captured_at', user.id)

describe('a check', () => {
  test('inside, then outside: a visit with its duration, and the occupancy of the zone', async () => {
    const { user, zone } = await memberOf()
    expect(await writer.write(pendingCheck(user, zone, T))).toMatchObject({
      change: 'entered',
      presence: 'inside',
    })
    expect(await occupancyOf(zone)).toBe(1)
    expect(await visitsOf(user)).toEqual([
      { entry_time: new Date(T), exit_time: null, duration_minutes: null },
    ])

    const left = await writer.write(pendingCheck(user, zone, T + 42.5 * minute, { inside: false }))
    expect(left).toMatchObject({ change: 'left', presence: 'outside' })
    expect(await occupancyOf(zone)).toBe(0)
    expect(await visitsOf(user)).toEqual([
      { entry_time: new Date(T), exit_time: new Date(T + 42.5 * minute), duration_minutes: 42 },
    ])
    expect((await checksOf(user)).map(it => it.change)).toEqual(['entered', 'left'])
  })

  test('a first check outside is no visit, but the person is known to be outside', async () => {
    const { user, zone } = await memberOf()
    const outcome = await writer.write(pendingCheck(user, zone, T, { inside: false }))
    expect(outcome).toMatchObject({ change: 'none', presence: 'outside' })
    expect(await visitsOf(user)).toEqual([])
  })

  test('keeps where and how the newest reading was taken', async () => {
    const { user, zone } = await memberOf()
    const check = pendingCheck(user, zone, T, {
      source: 'device',
      accuracyMeters: null,
      receivedAt: T + 5_000,
    })
    await writer.write(check)
    expect(await rowsOf('select * from presence_tracking where user_id = $1', user.id)).toMatchObject([
      {
        latitude: check.lat,
        longitude: check.lng,
        accuracy_meters: null,
        tracking_source: 'device',
        captured_at: new Date(T),
        received_at: new Date(T + 5_000),
        entry_time: new Date(T),
      },
    ])
  })

  test('remembers which shape of the zone it was judged by', async () => {
    const { user, zone } = await memberOf()
    await writer.write(pendingCheck(user, zone, T, { shapeVersion: 3 }))
    expect(await rowsOf('select shape_version from position_checks where user_id = $1', user.id)).toEqual([
      { shape_version: 3 },
    ])
  })

  test('by a clock that ran ahead and was put right, nobody stays where they are', async () => {
    const { user, zone } = await memberOf()
    const ahead = T + 60 * minute
    await writer.write(pendingCheck(user, zone, ahead))
    // Late beside it, though taken after the clock was put right: on its way for too long to be of now.
    const late = pendingCheck(user, zone, T - 2 * minute, { inside: false, receivedAt: T })
    expect(await writer.write(late)).toMatchObject({ change: 'stale', presence: 'inside' })
    const left = await writer.write(pendingCheck(user, zone, T, { inside: false }))
    expect(left).toMatchObject({ change: 'left', presence: 'outside' })
    expect(await visitsOf(user)).toEqual([
      { entry_time: new Date(T), exit_time: new Date(T), duration_minutes: 0 },
    ])
    expect(await writer.write(pendingCheck(user, zone, T + minute))).toMatchObject({ change: 'entered' })
    expect(await occupancyOf(zone)).toBe(1)
  })

  test('by a clock that ran ahead and was put right, a visit goes on from there, and the feed says so', async () => {
    const { user, zone } = await memberOf()
    const ahead = T + 30 * minute
    await writer.write(pendingCheck(user, zone, T - 10 * minute))
    await writer.write(pendingCheck(user, zone, ahead, { inside: false }))
    await writer.write(pendingCheck(user, zone, ahead + minute))
    await writer.write(pendingCheck(user, zone, ahead + 2 * minute, { inside: false }))
    await writer.write(pendingCheck(user, zone, ahead + 3 * minute))
    expect(await writer.write(pendingCheck(user, zone, T))).toMatchObject({
      change: 'none',
      presence: 'inside',
    })
    expect(await visitsOf(user)).toEqual([
      { entry_time: new Date(T - 10 * minute), exit_time: new Date(T), duration_minutes: 10 },
      { entry_time: new Date(T), exit_time: null, duration_minutes: null },
    ])
    const since = await rowsOf('select entry_time from presence_tracking where user_id = $1', user.id)
    expect(since).toEqual([{ entry_time: new Date(T) }])
    const amended = (await eventsAbout(zone)).filter(it => it.kind === 'presence.amended')
    expect(amended.map(it => [it.topic, it.payload.insideSince])).toEqual(
      [`zone:${zone.id}`, `user:${user.id}`].map(topic => [topic, new Date(T).toISOString()]),
    )
    expect(await findDrift(db.pool)).toEqual([])
  })

  test('a clock of another node that is a little behind overwrites nothing', async () => {
    const { user, zone } = await memberOf()
    await writer.write(pendingCheck(user, zone, T))
    const behind = pendingCheck(user, zone, T - minute / 2, { inside: false })
    expect(await writer.write(behind)).toMatchObject({ change: 'stale', presence: 'inside' })
  })

  test('an id of a day without a part of its own is taken on every other such day', async () => {
    const { user, zone } = await memberOf()
    const days = 24 * 60 * minute
    const first = pendingCheck(user, zone, T - 3 * days, { receivedAt: T })
    const again = { ...first, receivedAt: T + minute }
    const another = { ...first, capturedAt: T - 5 * days }
    expect(await writer.write(first)).toMatchObject({ kind: 'recorded', repeated: false })
    expect(await writer.write(again)).toMatchObject({ kind: 'recorded', repeated: true })
    expect(await writer.write(another)).toEqual({ kind: 'refused', code: 'CHECK_ID_TAKEN' })
    expect(await checksOf(user)).toHaveLength(1)
  })

  test('a late reading joins the log and overwrites nothing', async () => {
    const { user, zone } = await memberOf()
    await writer.write(pendingCheck(user, zone, T))
    const late = await writer.write(pendingCheck(user, zone, T - minute, { inside: false }))
    expect(late).toMatchObject({ change: 'stale', inside: false, presence: 'inside' })
    expect((await checksOf(user)).map(it => it.change)).toEqual(['stale', 'entered'])
    expect(await occupancyOf(zone)).toBe(1)
  })

  test('a device whose clock runs ahead cannot shut out its later readings', async () => {
    const { user, zone } = await memberOf()
    await writer.write(pendingCheck(user, zone, T + 1_000 * minute, { receivedAt: T }))
    const later = await writer.write(pendingCheck(user, zone, T + minute, { inside: false }))
    expect(later).toMatchObject({ change: 'left' })
    expect(await visitsOf(user)).toMatchObject([{ duration_minutes: 1 }])
    const [row] = await rowsOf(
      'select max(captured_at) as newest from position_checks where user_id = $1',
      user.id,
    )
    expect(row.newest).toEqual(new Date(T + 1_000 * minute))
  })

  test('uncertain automatic readings flip presence only in agreement, ten seconds apart, across batches', async () => {
    const { user, zone } = await memberOf()
    const uncertain = { source: 'automatic', certainty: 'uncertain' } as const
    expect(await writer.write(pendingCheck(user, zone, T, uncertain))).toMatchObject({ change: 'none' })
    expect(await writer.write(pendingCheck(user, zone, T + 9_000, uncertain))).toMatchObject({
      change: 'none',
    })
    expect(await writer.write(pendingCheck(user, zone, T + 10_000, uncertain))).toMatchObject({
      change: 'entered',
    })
  })
})

describe('sending twice', () => {
  test('answers the same and changes nothing, also after newer checks', async () => {
    const { user, zone } = await memberOf()
    const check = pendingCheck(user, zone, T)
    const first = await writer.write(check)
    await writer.write(pendingCheck(user, zone, T + minute, { inside: false }))
    const again = await writer.write({ ...check, inside: false, receivedAt: T + 5 * minute })
    expect(again).toEqual({ ...first, repeated: true, presence: 'outside' })
    expect(await checksOf(user)).toHaveLength(2)
    const changes = (await eventsAbout(zone)).filter(it => it.kind === 'presence.changed')
    expect(changes).toHaveLength(4)
  })

  test('at the same time through two writers is recorded once', async () => {
    const { user, zone } = await memberOf()
    const other = createCheckWriter({ db, log })
    const check = pendingCheck(user, zone, T)
    const outcomes = await Promise.all([writer.write(check), other.write(check), writer.write(check)])
    await other.stop()
    expect(outcomes.map(it => it.kind === 'recorded' && it.repeated).sort()).toEqual([false, true, true])
    expect(await checksOf(user)).toHaveLength(1)
    expect(await visitsOf(user)).toHaveLength(1)
  })

  test("an id of another person's reading is refused, also when both arrive together at two writers", async () => {
    const { user: ann, zone } = await memberOf()
    const { user: bob } = await memberOf(zone)
    const other = createCheckWriter({ db, log })
    for (let round = 0; round < 20; round++) {
      const anns = pendingCheck(ann, zone, T + round * minute)
      const outcomes = await Promise.all([
        writer.write(anns),
        other.write({ ...pendingCheck(bob, zone, T + round * minute), id: anns.id }),
      ])
      expect(outcomes.map(it => (it.kind === 'refused' ? it.code : it.kind)).sort()).toEqual([
        'CHECK_ID_TAKEN',
        'recorded',
      ])
    }
    await other.stop()
    expect(await rowsOf('select from position_checks where zone_id = $1', zone.id)).toHaveLength(20)
    expect(await findDrift(db.pool)).toEqual([])
  })

  test('one reading may be held against several zones of its sender', async () => {
    const { user, zone } = await memberOf()
    const second = await make.zone()
    await make.assign(user, second)
    const check = pendingCheck(user, zone, T)
    const outcomes = await Promise.all([writer.write(check), writer.write({ ...check, zoneId: second.id })])
    expect(outcomes).toMatchObject([{ change: 'entered' }, { change: 'entered' }])
  })
})

describe('the wall', () => {
  test('a check of a non-member is refused, whatever memory says, and its neighbours are written', async () => {
    const { user, zone } = await memberOf()
    const stranger = await make.user()
    const outcomes = await Promise.all([
      writer.write(pendingCheck(stranger, zone, T)),
      writer.write(pendingCheck(user, zone, T)),
    ])
    expect(outcomes).toMatchObject([{ kind: 'refused', code: 'ZONE_NOT_FOUND' }, { kind: 'recorded' }])
    expect(await checksOf(stranger)).toEqual([])
  })

  test('who was removed is refused and has left', async () => {
    const { user, zone } = await memberOf()
    await writer.write(pendingCheck(user, zone, T))
    await db.pool.query('delete from zone_assignments where user_id = $1', [user.id])
    expect(await occupancyOf(zone)).toBe(0)
    expect(await writer.write(pendingCheck(user, zone, T + minute))).toMatchObject({ code: 'ZONE_NOT_FOUND' })
  })

  test('an internal admin gets a row of state where they check; the flag alone makes nobody an admin', async () => {
    const zone = await make.zone()
    const [admin, pretender] = [await make.user({ role: 'admin' }), await make.user()]
    const seesAllZones = true
    const outcomes = await Promise.all([
      writer.write(pendingCheck(admin, zone, T, { seesAllZones })),
      writer.write(pendingCheck(pretender, zone, T, { seesAllZones })),
      writer.write(pendingCheck(admin, { id: admin.id }, T, { seesAllZones })),
    ])
    expect(outcomes).toMatchObject([
      { change: 'entered' },
      { code: 'ZONE_NOT_FOUND' },
      { code: 'ZONE_NOT_FOUND' },
    ])
    expect(await occupancyOf(zone)).toBe(1)
  })
})

describe('the feed', () => {
  test('tells a change once to the zone and once to the person, and the rest in one event a zone', async () => {
    const { user: ann, zone } = await memberOf()
    const { user: bob } = await memberOf(zone)
    await Promise.all([writer.write(pendingCheck(ann, zone, T)), writer.write(pendingCheck(bob, zone, T))])
    await Promise.all([ann, bob].map(user => writer.write(pendingCheck(user, zone, T + minute))))
    await writer.write(pendingCheck(ann, zone, T + 2 * minute, { inside: false }))
    const at = (ms: number) => new Date(T + ms).toISOString()
    const events = await eventsAbout(zone)
    const of = (kind: string) => events.filter(it => it.kind === kind)
    const toBoth = (user: TestUser, payload: object) =>
      [`zone:${zone.id}`, `user:${user.id}`].map(topic => ({
        topic,
        payload: { userId: user.id, ...payload },
      }))
    expect(of('presence.changed')).toMatchObject([
      ...toBoth(ann, {
        change: 'entered',
        entryTime: at(0),
        name: await nameOf(ann),
        role: 'app_user',
        source: 'manual',
      }),
      ...toBoth(bob, { change: 'entered', name: await nameOf(bob) }),
      ...toBoth(ann, { change: 'left', at: at(2 * minute), entryTime: at(0), durationMinutes: 2 }),
    ])
    const seen = [ann, bob].map(it => ({ userId: it.id, inside: true, at: at(minute) }))
    expect(of('presence.seen')).toMatchObject([
      {
        topic: `zone:${zone.id}`,
        payload: { seen: expect.arrayContaining(seen.map(it => expect.objectContaining(it))) },
      },
    ])
    expect(of('presence.located')).not.toEqual([])
    // What the visits and the zone say is what the events said.
    expect(
      of('zone.occupancy')
        .map(it => it.payload.currentOccupancy)
        .at(-1),
    ).toBe(await occupancyOf(zone))
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from presence_history where zone_id = $1 and user_id = $2',
      [zone.id, ann.id],
    )
    expect(of('presence.changed')[0]?.payload.visitId).toBe(rows[0]?.id)
    for (const { kind, payload } of events)
      expect(feedEvent.safeParse({ kind, ...payload }).error).toBeUndefined()
  })

  test('tells of the other reading of a moment, where that is the one that counts', async () => {
    const { user, zone } = await memberOf()
    const [first, second] = [uuidV7(), uuidV7()].sort()
    await writer.write(pendingCheck(user, zone, T, { id: second, source: 'device' }))
    const before = (await eventsAbout(zone)).length
    const mock = { id: first, source: 'device', mock: true, accuracyMeters: 9 } as const
    await writer.write(pendingCheck(user, zone, T, mock))
    const state = 'select mock, accuracy_meters from presence_tracking where user_id = $1'
    expect(await rowsOf(state, user.id)).toEqual([{ mock: true, accuracy_meters: 9 }])
    const told = (await eventsAbout(zone)).slice(before)
    const how = expect.objectContaining({ userId: user.id, accuracyMeters: 9, mock: true })
    expect(told.map(it => [it.kind, it.payload.seen?.[0] ?? it.payload.located?.[0]])).toEqual([
      ['presence.seen', how],
      ['presence.located', how],
    ])
    // A later one of the same moment counts for nothing.
    await writer.write(pendingCheck(user, zone, T, { source: 'device', accuracyMeters: 7 }))
    expect(await rowsOf(state, user.id)).toEqual([{ mock: true, accuracy_meters: 9 }])
    expect(await findDrift(db.pool)).toEqual([])
  })

  test('of an internal admin neither name nor role is told to who watches the zone', async () => {
    const zone = await make.zone()
    const admin = await make.user({ role: 'admin' })
    await writer.write(pendingCheck(admin, zone, T, { seesAllZones: true }))
    const [event] = (await eventsAbout(zone)).filter(it => it.kind === 'presence.changed')
    expect(event?.payload).toMatchObject({ userId: admin.id, name: null, role: null })
  })
})

describe('under load and trouble', () => {
  test('a thousand checks at once are all answered and all committed, in few transactions', async () => {
    const zone = await make.zone()
    const users = await Promise.all(Array.from({ length: 50 }, () => make.user()))
    for (const user of users) await make.assign(user, zone, 'app_user', false)
    const own = createCheckWriter({ db, log })
    const checks = users.flatMap(user =>
      Array.from({ length: 20 }, (_, n) => pendingCheck(user, zone, T + n)),
    )
    const outcomes = await Promise.all(checks.map(own.write))
    const { batches, recorded } = own.stats
    await own.stop()
    expect(outcomes.every(it => it.kind === 'recorded' && it.change !== 'stale')).toBe(true)
    expect(recorded).toBe(1_000)
    expect(batches).toBeLessThan(20)
    expect(await rowsOf('select from position_checks where zone_id = $1', zone.id)).toHaveLength(1_000)
    expect(await occupancyOf(zone)).toBe(50)
  })

  test('a connection that is cut, again and again, loses nothing and doubles nothing', async () => {
    const { user, zone } = await memberOf()
    const own = createCheckWriter({ db, log })
    const checks = Array.from({ length: 300 }, (_, n) =>
      pendingCheck(user, zone, T + n * 1_000, { inside: n % 2 === 0 }),
    )
    let done = false
    const cutting = (async () => {
      for (let cuts = 0; cuts < 8 && !done; cuts++) {
        await new Promise(resolve => setTimeout(resolve, 15))
        await db.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'muster-checks' and datname = current_database()`,
        )
      }
    })()
    const answers: Promise<unknown>[] = []
    for (const check of checks) {
      answers.push(own.write(check))
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    const outcomes = await Promise.all(answers)
    done = true
    await cutting
    const { retries } = own.stats
    await own.stop()
    expect(retries).toBeGreaterThan(0)
    expect(outcomes).toHaveLength(300)
    expect((await checksOf(user)).map(it => it.change)).toEqual(
      checks.map((_, n) => (n % 2 === 0 ? 'entered' : 'left')),
    )
    expect(await findDrift(db.pool)).toEqual([])
  })

  test('a check that cannot be stored fails alone', async () => {
    const { user, zone } = await memberOf()
    const { user: other } = await memberOf(zone)
    const answers = await Promise.allSettled([
      writer.write(pendingCheck(user, zone, T)),
      writer.write(pendingCheck(user, zone, T + 1, { distanceToEdgeM: 1e12 })),
      writer.write(pendingCheck(other, zone, T)),
    ])
    expect(answers.map(it => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await occupancyOf(zone)).toBe(2)
  })

  test('a row of state that somebody keeps locked holds up nobody else for long', async () => {
    const { user, zone } = await memberOf()
    const { user: other } = await memberOf(zone)
    const holder = await db.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from presence_tracking where user_id = $1 for update', [user.id])
      const [blocked, free] = await Promise.allSettled([
        writer.write(pendingCheck(user, zone, T)),
        writer.write(pendingCheck(other, zone, T)),
      ])
      expect(blocked).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } })
      expect(free).toMatchObject({ status: 'fulfilled', value: { change: 'entered' } })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await writer.write(pendingCheck(user, zone, T))).toMatchObject({ change: 'entered' })
  })

  test.each([1, 2, 3])(
    'nothing drifts while two writers check and members come and go (seed %i)',
    async seed => {
      const random = seeded(seed)
      const zones = await Promise.all([make.zone(), make.zone(), make.zone()])
      const users = await Promise.all(Array.from({ length: 6 }, () => make.user()))
      for (const user of users) for (const zone of zones) await make.assign(user, zone, 'app_user', false)
      const writers = [createCheckWriter({ db, log }), createCheckWriter({ db, log })]
      const pick = <V>(list: readonly V[]) => list[Math.floor(random() * list.length)] as V
      const sent: PendingCheck[] = []
      const step = async (n: number): Promise<unknown> => {
        const [user, zone] = [pick(users), pick(zones)]
        const dice = random()
        if (dice < 0.04)
          return db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
            user.id,
            zone.id,
          ])
        if (dice < 0.08)
          return db.pool.query(
            `insert into zone_assignments (user_id, zone_id, role) values ($1, $2, 'app_user') on conflict do nothing`,
            [user.id, zone.id],
          )
        const at = T + n * 1_000 - (random() < 0.2 ? 30_000 : 0)
        const check =
          dice < 0.15 && sent.length > 0
            ? pick(sent)
            : pendingCheck(user, zone, at, { inside: random() < 0.5 })
        sent.push(check)
        return pick(writers).write(check)
      }
      for (let round = 0; round < 25; round++) {
        const results = await Promise.allSettled(Array.from({ length: 24 }, (_, n) => step(round * 24 + n)))
        expect(results.filter(it => it.status === 'rejected')).toEqual([])
        if (round % 5 === 0) expect(await findDrift(db.pool)).toEqual([])
      }
      await Promise.all(writers.map(it => it.stop()))
      expect(await findDrift(db.pool)).toEqual([])
    },
  )
})

/** Numbers from 0 to 1 that are the same for the same seed: a linear congruential generator, its low bits left out. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}
