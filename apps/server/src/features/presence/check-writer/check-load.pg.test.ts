import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDrift, pendingCheck } from '../testing/checks.ts'
import { createWriterWorld, T, type WriterWorld } from '../testing/writer-world.ts'
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
    const own = world.anotherWriter()
    const checks = users.flatMap(user =>
      Array.from({ length: 20 }, (_, n) => pendingCheck(user, zone, T + n)),
    )
    const outcomes = await Promise.all(checks.map(own.write))
    const { batches, recorded } = own.stats
    await own.stop()
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
    const own = world.anotherWriter()
    const checks = Array.from({ length: 300 }, (_, n) =>
      pendingCheck(user, zone, T + n * 1_000, { inside: n % 2 === 0 }),
    )
    let done = false
    const cutting = (async () => {
      for (let cuts = 0; cuts < 8 && !done; cuts++) {
        await new Promise(resolve => setTimeout(resolve, 15))
        await world.db.pool.query(
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
    expect((await world.listChecks(user)).map(it => it.change)).toEqual(
      checks.map((_, n) => (n % 2 === 0 ? 'entered' : 'left')),
    )
    expect(await findDrift(world.db.pool)).toEqual([])
  })

  test('fails only the check that cannot be stored', async () => {
    const { user, zone } = await world.createMember()
    const { user: other } = await world.createMember(zone)
    const answers = await Promise.allSettled([
      world.writer.write(pendingCheck(user, zone, T)),
      world.writer.write(pendingCheck(user, zone, T + 1, { distanceToEdgeM: 1e12 })),
      world.writer.write(pendingCheck(other, zone, T)),
    ])
    expect(answers.map(it => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await world.readOccupancy(zone)).toBe(2)
  })

  test('is not blocked for long by a locked state row', async () => {
    const { user, zone } = await world.createMember()
    const { user: other } = await world.createMember(zone)
    const holder = await world.db.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from presence_tracking where user_id = $1 for update', [user.id])
      const [blocked, free] = await Promise.allSettled([
        world.writer.write(pendingCheck(user, zone, T)),
        world.writer.write(pendingCheck(other, zone, T)),
      ])
      expect(blocked).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } })
      expect(free).toMatchObject({ status: 'fulfilled', value: { change: 'entered' } })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await world.writer.write(pendingCheck(user, zone, T))).toMatchObject({ change: 'entered' })
  })

  test.each([1, 2, 3])(
    'keeps all invariants while two writers check and members come and go (seed %i)',
    async seed => {
      const random = seeded(seed)
      const zones = await Promise.all([world.make.zone(), world.make.zone(), world.make.zone()])
      const users = await Promise.all(Array.from({ length: 6 }, () => world.make.user()))
      for (const user of users)
        for (const zone of zones) await world.make.assign(user, zone, 'app_user', false)
      const writers = [world.anotherWriter(), world.anotherWriter()]
      const pick = <V>(list: readonly V[]) => list[Math.floor(random() * list.length)] as V
      const sent: PendingCheck[] = []
      const step = async (n: number): Promise<unknown> => {
        const [user, zone] = [pick(users), pick(zones)]
        const dice = random()
        if (dice < 0.04)
          return world.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
            user.id,
            zone.id,
          ])
        if (dice < 0.08)
          return world.db.pool.query(
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
        if (round % 5 === 0) expect(await findDrift(world.db.pool)).toEqual([])
      }
      await Promise.all(writers.map(it => it.stop()))
      expect(await findDrift(world.db.pool)).toEqual([])
    },
  )
})

/** Returns a generator of pseudo-random numbers from 0 to 1: a linear congruential generator without its low bits. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}
