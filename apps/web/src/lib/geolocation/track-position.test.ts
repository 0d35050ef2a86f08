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
  const accuracies: (number | null)[] = []
  const troubles: [string, boolean][] = []
  const locator = createLocator(() => fake.device)
  const events = {
    onPosition: (reading: { accuracyMeters: number | null }) => accuracies.push(reading.accuracyMeters),
    troubled: (text: string, final: boolean) => troubles.push([text, final]),
  }
  return { ...fake, accuracies, troubles, locator, events, stop: locator.track(events) }
}

it('a browser takes a reading every 15 s and ignores readings worse than 15 m', async () => {
  const { last, watches, accuracies, troubles } = tracked()
  await pass(0)
  last().emitPosition(8)
  await pass(14_999)
  expect(watches).toHaveLength(1)
  await pass(1)
  last().emitPosition(16)
  await pass(15_000)
  last().emitPosition(15)
  await pass(0)
  expect(accuracies).toEqual([8, 15])
  expect(troubles).toEqual([['Waiting for a more accurate location: ±15 m or better is needed here', false]])
})

it('tracking continues after a failure, which it reports', async () => {
  const { last, accuracies, troubles } = tracked()
  await pass(0)
  last().emitPosition(8)
  await pass(15_000)
  last().fail('unavailable')
  await pass(15_000)
  last().emitPosition(7)
  await pass(0)
  expect(accuracies).toEqual([8, 7])
  expect(troubles).toEqual([['Location information unavailable', false]])
})

it('tracking needs permission, and ends without it or when it is withdrawn', async () => {
  const never = tracked(fakeDevice({ permits: false }))
  await pass(60_000)
  expect(never.troubles).toEqual([['Location permissions required for tracking', true]])
  expect(never.watches).toEqual([])

  const once = tracked()
  await pass(0)
  once.last().emitPosition(8)
  await pass(15_000)
  once.last().fail('denied')
  await pass(60_000)
  expect(once.troubles).toEqual([['Location permissions required for tracking', true]])
  expect(once.watches).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

it("a phone follows the device's watch", async () => {
  const { last, watches, accuracies, stop } = tracked(fakeDevice({ platform: 'ios' }))
  await pass(0)
  last().emitPosition(8)
  await pass(0)
  expect(watches).toHaveLength(2)
  last().emitPosition(6)
  last().emitPosition(40)
  last().emitPosition(9)
  expect(accuracies).toEqual([8, 6, 9])
  stop()
  expect(last().isStopped).toBe(true)
  last().emitPosition(5)
  expect(accuracies).toEqual([8, 6, 9])
})

it('a new session ends the previous one', async () => {
  const first = tracked()
  await pass(0)
  first.last().emitPosition(8)
  await pass(5_000)
  const accuracies: number[] = []
  first.locator.track({
    onPosition: ({ accuracyMeters }) => accuracies.push(accuracyMeters ?? -1),
    troubled: () => undefined,
  })
  await pass(0)
  first.last().emitPosition(7)
  await pass(15_000)
  first.last().emitPosition(6)
  await pass(0)
  expect(first.accuracies).toEqual([8])
  expect(accuracies).toEqual([7, 6])
})

it('ending a session leaves no timer', async () => {
  const { last, accuracies, stop } = tracked()
  await pass(0)
  last().emitPosition(8)
  await pass(1_000)
  stop()
  await pass(0)
  expect(vi.getTimerCount()).toBe(0)
  expect(accuracies).toEqual([8])
})
