import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../lib/secrets.ts'
import { hashSecret } from '../rpc/hashing.ts'
import { readCode } from '../testing/caller.ts'
import type { TestUser } from '../testing/factories.ts'
import { testServices } from '../testing/test-services.ts'

const world = testServices()
let pinHash: string
beforeAll(async () => {
  // Start the reader, because sessions are cached only while the feed reports changes to them.
  await world.services.reader.start()
  pinHash = await hashSecret('2468')
})

/** Makes the other person's calls one after the other until `noise.over`. Returns how many of the noise calls ended during each. */
async function measureCallsDuring(
  otherMember: TestUser,
  noise: { ended: number; over: boolean },
): Promise<number[]> {
  const durations: number[] = []
  while (!noise.over) {
    const endedBefore = noise.ended
    await world.call(otherMember).zones.mine()
    durations.push(noise.ended - endedBefore)
  }
  return durations
}

/** Makes `calls` concurrent calls. Counts only those that were not refused, because refused calls delay nobody. */
function startNoise(calls: number, call: () => Promise<unknown>) {
  const noise = { ended: 0, over: false, codes: [] as (string | undefined)[] }
  const noiseCalls = Array.from({ length: calls }, async () => {
    const code = await readCode(call())
    noise.codes.push(code)
    if (code !== 'TOO_MANY_REQUESTS') noise.ended++
  })
  const noiseEnd = Promise.all(noiseCalls).then(() => {
    noise.over = true
  })
  return { noise, done: noiseEnd }
}

const largest = (numbers: readonly number[]) => Math.max(...numbers)
/** Returns the 90th percentile, because the machine itself may delay a single call. */
const ninetiethPercentile = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.9)] ?? 0

describe("one person's concurrent calls", () => {
  it("let other people's calls pass between 300 PIN entries, none of which fails", {
    timeout: 90_000,
  }, async () => {
    const [member, otherMember, zone] = await Promise.all([
      world.make.user({ pinHash }),
      world.make.user(),
      world.make.zone(),
    ])
    await world.make.assign(member, zone, 'app_user', false)
    await world.make.assign(otherMember, zone)
    await world.call(otherMember).zones.mine()
    const { noise, done } = startNoise(300, () =>
      world.call(member).zones.enter({ zoneId: zone.id, pin: '2468' }),
    )
    const durations = await measureCallsDuring(otherMember, noise)
    await done
    expect(new Set(noise.codes)).toEqual(new Set([undefined, 'TOO_MANY_REQUESTS']))
    expect(noise.ended).toBeGreaterThan(10)
    // A call waiting behind all the noise calls would have seen nearly all of them end.
    expect(durations.length).toBeGreaterThan(10)
    expect(ninetiethPercentile(durations)).toBeLessThan(5)
  })

  it('are limited, and the rest of 300 is answered 429', async () => {
    const [member, otherMember] = await Promise.all([world.make.user(), world.make.user()])
    await world.call(otherMember).zones.mine()
    const { noise, done } = startNoise(300, () => world.call(member).presence.mine())
    const durations = await measureCallsDuring(otherMember, noise)
    await done
    expect(new Set(noise.codes)).toEqual(new Set([undefined, 'TOO_MANY_REQUESTS']))
    expect(noise.ended).toBeLessThan(100)
    expect(largest(durations)).toBeLessThan(noise.ended / 2)
  })

  it('are limited over all their sessions, but one busy session leaves the others room', async () => {
    const person = await world.make.user()
    const { noise, done } = startNoise(300, () => world.call(person).presence.mine())
    // Waits until the input of the noise calls has been read, because a call without input would overtake them.
    await new Promise(setImmediate)
    expect(await readCode(world.call(person).zones.mine())).toBe('TOO_MANY_REQUESTS')
    await world.db.pool.query(
      `insert into auth.sessions (token, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [hashToken('another session'), person.id],
    )
    expect(await readCode(world.call({ token: 'another session' }).zones.mine())).toBeUndefined()
    await done
    expect(noise.codes).toContain('TOO_MANY_REQUESTS')
  })
})

describe('calls from one IP address', () => {
  it('wait in a limited queue before sign-in, and signed-in people do not wait with them', async () => {
    const otherMember = await world.make.user()
    await world.call(otherMember).zones.mine()
    const { noise, done } = startNoise(2_100, () => world.call({ token: 'nobody' }).zones.mine())
    expect(await readCode(world.call(otherMember).zones.mine())).toBeUndefined()
    await done
    expect(new Set(noise.codes)).toEqual(new Set(['UNAUTHORIZED', 'TOO_MANY_REQUESTS']))
  })
})
