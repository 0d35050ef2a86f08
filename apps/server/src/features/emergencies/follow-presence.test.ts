import { zoneTopic } from '@muster/contract/topic.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FeedEntry } from '../../live/entry.ts'
import { completeRolls, createPresenceFollower } from './follow-presence.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000001'
const entry = { kind: 'presence.seen', topic: zoneTopic(zoneId) } as unknown as FeedEntry

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('starts no run while one is in flight, and one more for what arrived meanwhile', async () => {
  const ends: (() => void)[] = []
  const asOwner = vi.fn(() => new Promise(resolve => ends.push(() => resolve([{ id: 'open' }]))))
  const follower = createPresenceFollower({ db: { asOwner } as never, log: { warn: vi.fn() } })
  for (let second = 0; second < 20; second++) {
    follower.listener.onEvents([entry])
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(asOwner).toHaveBeenCalledTimes(1)
  // The first look, the list, and six steps for the one emergency.
  for (let call = 0; call < 8; call++) {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(asOwner).toHaveBeenCalledTimes(8)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asOwner).toHaveBeenCalledTimes(9)
})

it('starts no second run beside the one at the start for what arrived before it', async () => {
  const asOwner = vi.fn(() => new Promise<never>(() => {}))
  const follower = createPresenceFollower({ db: { asOwner } as never, log: { warn: vi.fn() } })
  follower.listener.onEvents([entry])
  follower.start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asOwner).toHaveBeenCalledTimes(1)
})

it('completes all rolls as soon as it starts, without waiting for an event or the job of every minute', async () => {
  const results = [[], [{ id: 'open' }], [{ id: 'open' }]]
  const asOwner = vi.fn(async () => results.shift())
  createPresenceFollower({ db: { asOwner } as never, log: { warn: vi.fn() } }).start()
  await vi.advanceTimersByTimeAsync(0)
  // The all clears to announce, the first look, the list, and six steps for the one emergency.
  expect(asOwner).toHaveBeenCalledTimes(9)
})

it('completes the other rolls when one fails', async () => {
  const warn = vi.fn()
  const results = [[{ id: 'one' }, { id: 'other' }], new Error('timed out')]
  const asOwner = vi.fn(async () => {
    const result = results.shift()
    if (result instanceof Error) throw result
    return result
  })
  await completeRolls({ db: { asOwner } as never, log: { warn } })
  // The list, and six steps for each emergency.
  expect(asOwner).toHaveBeenCalledTimes(13)
  expect(warn.mock.calls.map(([about]) => about.emergencyId)).toEqual(['one'])
})
