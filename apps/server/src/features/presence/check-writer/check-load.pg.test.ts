import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPendingCheck, findDrift } from '../testing/checks.ts'
import { createWriterWorld, t0, type WriterWorld } from '../testing/writer-world.ts'
import type { PendingCheck } from './pending-check.ts'

let world: WriterWorld
beforeAll(async () => {
  world = await createWriterWorld()
})
afterAll(() => world.stop())

describe('the check writer under load and failures', () => {
  test('answers and commits a thousand concurrent checks in a few transactions', async () => {
    const zone = await world.make.zone()
    const users = await Promise.all(Array.from({ length: 50 }, () => world.make.user()))
    for (const user of users) await world.make.assign(user, zone, 'app_user', false)
    const ownWriter = world.anotherWriter()
    const checks = users.flatMap(user =>
      Array.from({ length: 20 }, (_, n) => createPendingCheck(user, zone, t0 + n)),
    )
    const outcomes = await Promise.all(checks.map(ownWriter.write))
    const { batches, recorded } = ownWriter.stats
    await ownWriter.stop()
    expect(outcomes.every(it => it.kind === 'recorded' && it.change !== 'stale')).toBe(true)
    expect(recorded).toBe(1_000)
    expect(batches).toBeLessThan(20)
    expect(await world.queryRows('select from position_checks where zone_id = $1', zone.id)).toHaveLength(
      1_000,
    )
    expect(await world.readOccupancy(zone)).toBe(50)
  })

  test('loses and duplicates nothing when the connection is cut repeatedly', async () => {
    const { user, zone } = await world.createMember()
    const ownWriter = world.anotherWriter()
    const checks = Array.from({ length: 300 }, (_, n) =>
      createPendingCheck(user, zone, t0 + n * 1_000, { inside: n % 2 === 0 }),
    )
    let isFinished = false
    const disconnections = (async () => {
      for (let cutCount = 0; cutCount < 8 && !isFinished; cutCount++) {
        await new Promise(resolve => setTimeout(resolve, 15))
        await world.db.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'muster-checks' and datname = current_database()`,
        )
      }
    })()
    const pendingWrites: Promise<unknown>[] = []
    for (const check of checks) {
      pendingWrites.push(ownWriter.write(check))
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    const outcomes = await Promise.all(pendingWrites)
    isFinished = true
    await disconnections
    const { retries } = ownWriter.stats
    await ownWriter.stop()
    expect(retries).toBeGreaterThan(0)
    expect(outcomes).toHaveLength(300)
    expect((await world.listChecks(user)).map(it => it.change)).toEqual(
      checks.map((_, n) => (n % 2 === 0 ? 'entered' : 'left')),
    )
    expect(await findDrift(world.db.pool)).toEqual([])
  })

  test('fails only the check that cannot be stored', async () => {
    const { user, zone } = await world.createMember()
    const { user: otherUser } = await world.createMember(zone)
    const results = await Promise.allSettled([
      world.writer.write(createPendingCheck(user, zone, t0)),
      world.writer.write(createPendingCheck(user, zone, t0 + 1, { distanceToEdgeM: 1e12 })),
      world.writer.write(createPendingCheck(otherUser, zone, t0)),
    ])
    expect(results.map(it => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await world.readOccupancy(zone)).toBe(2)
  })

  test('is not blocked for long by a locked state row', async () => {
    const { user, zone } = await world.createMember()
    const { user: otherUser } = await world.createMember(zone)
    const lockHolder = await world.db.pool.connect()
    try {
      await lockHolder.query('begin')
      await lockHolder.query('select from presence_tracking where user_id = $1 for update', [user.id])
      const [blockedWrite, freeWrite] = await Promise.allSettled([
        world.writer.write(createPendingCheck(user, zone, t0)),
        world.writer.write(createPendingCheck(otherUser, zone, t0)),
      ])
      expect(blockedWrite).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } })
      expect(freeWrite).toMatchObject({ status: 'fulfilled', value: { change: 'entered' } })
    } finally {
      await lockHolder.query('rollback')
      lockHolder.release()
    }
    expect(await world.writer.write(createPendingCheck(user, zone, t0))).toMatchObject({ change: 'entered' })
  })

  test.each([1, 2, 3])(
    'keeps all invariants while two writers check and members come and go (seed %i)',
    async seed => {
      const nextRandom = createRandom(seed)
      const zones = await Promise.all([world.make.zone(), world.make.zone(), world.make.zone()])
      const users = await Promise.all(Array.from({ length: 6 }, () => world.make.user()))
      for (const user of users)
        for (const zone of zones) await world.make.assign(user, zone, 'app_user', false)
      const writers = [world.anotherWriter(), world.anotherWriter()]
      const pick = <V>(list: readonly V[]) => list[Math.floor(nextRandom() * list.length)] as V
      const sentChecks: PendingCheck[] = []
      const runStep = async (n: number): Promise<unknown> => {
        const [user, zone] = [pick(users), pick(zones)]
        const roll = nextRandom()
        if (roll < 0.04)
          return world.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
            user.id,
            zone.id,
          ])
        if (roll < 0.08)
          return world.db.pool.query(
            `insert into zone_assignments (user_id, zone_id, role) values ($1, $2, 'app_user') on conflict do nothing`,
            [user.id, zone.id],
          )
        const at = t0 + n * 1_000 - (nextRandom() < 0.2 ? 30_000 : 0)
        const check =
          roll < 0.15 && sentChecks.length > 0
            ? pick(sentChecks)
            : createPendingCheck(user, zone, at, { inside: nextRandom() < 0.5 })
        sentChecks.push(check)
        return pick(writers).write(check)
      }
      for (let round = 0; round < 25; round++) {
        const results = await Promise.allSettled(
          Array.from({ length: 24 }, (_, n) => runStep(round * 24 + n)),
        )
        expect(results.filter(it => it.status === 'rejected')).toEqual([])
        if (round % 5 === 0) expect(await findDrift(world.db.pool)).toEqual([])
      }
      await Promise.all(writers.map(it => it.stop()))
      expect(await findDrift(world.db.pool)).toEqual([])
    },
  )
})

/** Returns a generator of pseudo-random numbers from 0 to 1: a linear congruential generator without its low bits. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}
