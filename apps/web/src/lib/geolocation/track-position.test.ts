import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLocator } from './locator.ts'
import { fakeDevice } from './testing/fake-device.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function tracked(fake = fakeDevice()) {
  const found: (number | null)[] = []
  const troubles: [string, boolean][] = []
  const locator = createLocator(() => fake.device)
  const events = {
    found: (reading: { accuracyMeters: number | null }) => found.push(reading.accuracyMeters),
    troubled: (text: string, final: boolean) => troubles.push([text, final]),
  }
  return { ...fake, found, troubles, locator, events, stop: locator.track(events) }
}

it('a browser takes a reading every 15 s and ignores those worse than 15 m', async () => {
  const { last, asked, found, troubles } = tracked()
  await pass(0)
  last().found(8)
  await pass(14_999)
  expect(asked).toHaveLength(1)
  await pass(1)
  last().found(16)
  await pass(15_000)
  last().found(15)
  await pass(0)
  expect(found).toEqual([8, 15])
  expect(troubles).toEqual([['Waiting for a more exact location: at most ±15 m counts here', false]])
})

it('tracking continues after a failure and reports it', async () => {
  const { last, found, troubles } = tracked()
  await pass(0)
  last().found(8)
  await pass(15_000)
  last().fail('unavailable')
  await pass(15_000)
  last().found(7)
  await pass(0)
  expect(found).toEqual([8, 7])
  expect(troubles).toEqual([['Location information unavailable', false]])
})

it('tracking needs permission, and ends without it or when it is withdrawn', async () => {
  const never = tracked(fakeDevice({ permits: false }))
  await pass(60_000)
  expect(never.troubles).toEqual([['Location permissions required for tracking', true]])
  expect(never.asked).toEqual([])

  const once = tracked()
  await pass(0)
  once.last().found(8)
  await pass(15_000)
  once.last().fail('denied')
  await pass(60_000)
  expect(once.troubles).toEqual([['Location permissions required for tracking', true]])
  expect(once.asked).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

it("a phone follows the device's watch", async () => {
  const { last, asked, found, stop } = tracked(fakeDevice({ platform: 'ios' }))
  await pass(0)
  last().found(8)
  await pass(0)
  expect(asked).toHaveLength(2)
  last().found(6)
  last().found(40)
  last().found(9)
  expect(found).toEqual([8, 6, 9])
  stop()
  expect(last().isStopped).toBe(true)
  last().found(5)
  expect(found).toEqual([8, 6, 9])
})

it('a new session ends the previous one', async () => {
  const first = tracked()
  await pass(0)
  first.last().found(8)
  await pass(5_000)
  const heard: number[] = []
  first.locator.track({
    found: ({ accuracyMeters }) => heard.push(accuracyMeters ?? -1),
    troubled: () => undefined,
  })
  await pass(0)
  first.last().found(7)
  await pass(15_000)
  first.last().found(6)
  await pass(0)
  expect(first.found).toEqual([8])
  expect(heard).toEqual([7, 6])
})

it('ending a session leaves no timer', async () => {
  const { last, found, stop } = tracked()
  await pass(0)
  last().found(8)
  await pass(1_000)
  stop()
  await pass(0)
  expect(vi.getTimerCount()).toBe(0)
  expect(found).toEqual([8])
})
