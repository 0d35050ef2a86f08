import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../features/auth/hashing.ts'
import { tokenHash } from '../rpc/sessions.queries.ts'
import { readCode } from '../testing/caller.ts'
import type { TestUser } from '../testing/factories.ts'
import { createTestServices } from '../testing/test-services.ts'

let world: Awaited<ReturnType<typeof createTestServices>>
let pinHash: string
beforeAll(async () => {
  world = await createTestServices()
  // Caches sessions, which only happens while changes are announced.
  await world.services.reader.start()
  pinHash = await hashSecret('2468')
})
afterAll(() => world.stop())

/** Makes the other person's calls in sequence until `over`; returns how much of the noise ended during each. */
async function callsDuring(other: TestUser, noise: { ended: number; over: boolean }): Promise<number[]> {
  const during: number[] = []
  while (!noise.over) {
    const before = noise.ended
    await world.call(other).zones.mine()
    during.push(noise.ended - before)
  }
  return during
}

/** Makes this many calls at once; counts only those that did work, because refused ones delay nobody. */
function makeNoise(calls: number, call: () => Promise<unknown>) {
  const noise = { ended: 0, over: false, codes: [] as (string | undefined)[] }
  const all = Array.from({ length: calls }, async () => {
    const code = await readCode(call())
    noise.codes.push(code)
    if (code !== 'TOO_MANY_REQUESTS') noise.ended++
  })
  const done = Promise.all(all).then(() => {
    noise.over = true
  })
  return { noise, done }
}

const largest = (numbers: readonly number[]) => Math.max(...numbers)
/** The 90th percentile: the machine itself may delay a single call. */
const ninthOfTen = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.9)] ?? 0

describe("one person's concurrent calls", () => {
  it("let other people's calls pass between 300 PIN entries, none of which fails", {
    timeout: 90_000,
  }, async () => {
    const [member, other, zone] = await Promise.all([
      world.make.user({ pinHash }),
      world.make.user(),
      world.make.zone(),
    ])
    await world.make.assign(member, zone, 'app_user', false)
    await world.make.assign(other, zone)
    await world.call(other).zones.mine()
    const { noise, done } = makeNoise(300, () =>
      world.call(member).zones.enter({ zoneId: zone.id, pin: '2468' }),
    )
    const during = await callsDuring(other, noise)
    await done
    expect(new Set(noise.codes)).toEqual(new Set([undefined, 'TOO_MANY_REQUESTS']))
    expect(noise.ended).toBeGreaterThan(10)
    // A call waiting behind all of them would have seen nearly all of them end.
    expect(during.length).toBeGreaterThan(10)
    expect(ninthOfTen(during)).toBeLessThan(5)
  })

  it('are limited, and the rest of 300 is answered 429', async () => {
    const [member, other] = await Promise.all([world.make.user(), world.make.user()])
    await world.call(other).zones.mine()
    const { noise, done } = makeNoise(300, () => world.call(member).presence.mine())
    const during = await callsDuring(other, noise)
    await done
    expect(new Set(noise.codes)).toEqual(new Set([undefined, 'TOO_MANY_REQUESTS']))
    expect(noise.ended).toBeLessThan(100)
    expect(largest(during)).toBeLessThan(noise.ended / 2)
  })

  it('are limited over all their sessions, but one busy session leaves the others room', async () => {
    const person = await world.make.user()
    const { noise, done } = makeNoise(300, () => world.call(person).presence.mine())
    // Waits until their input is read: a call without any would overtake them.
    await new Promise(setImmediate)
    expect(await readCode(world.call(person).zones.mine())).toBe('TOO_MANY_REQUESTS')
    await world.db.pool.query(
      `insert into auth.sessions (token, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [tokenHash('another session'), person.id],
    )
    expect(await readCode(world.call({ token: 'another session' }).zones.mine())).toBeUndefined()
    await done
    expect(noise.codes).toContain('TOO_MANY_REQUESTS')
  })
})

describe('calls from one IP address', () => {
  it('wait in a limited queue before sign-in, and signed-in people do not wait with them', async () => {
    const other = await world.make.user()
    await world.call(other).zones.mine()
    const { noise, done } = makeNoise(2_100, () => world.call({ token: 'nobody' }).zones.mine())
    expect(await readCode(world.call(other).zones.mine())).toBeUndefined()
    await done
    expect(new Set(noise.codes)).toEqual(new Set(['UNAUTHORIZED', 'TOO_MANY_REQUESTS']))
  })
})
