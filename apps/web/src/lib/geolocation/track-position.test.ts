import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLocator } from './locator.ts'
import { fakeDevice } from './testing/fake-device.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function startTracking(fake = fakeDevice()) {
  const accuracies: (number | null)[] = []
  const problems: [string, boolean][] = []
  const locator = createLocator(() => fake.device)
  const handlers = {
    onPosition: (reading: { accuracyMeters: number | null }) => accuracies.push(reading.accuracyMeters),
    troubled: (text: string, final: boolean) => problems.push([text, final]),
  }
  return { ...fake, accuracies, troubles: problems, locator, events: handlers, stop: locator.track(handlers) }
}

it('a browser takes a reading every 15 s and ignores readings worse than 15 m', async () => {
  const { last, watches, accuracies, troubles } = startTracking()
  await advanceTime(0)
  last().emitPosition(8)
  await advanceTime(14_999)
  expect(watches).toHaveLength(1)
  await advanceTime(1)
  last().emitPosition(16)
  await advanceTime(15_000)
  last().emitPosition(15)
  await advanceTime(0)
  expect(accuracies).toEqual([8, 15])
  expect(troubles).toEqual([['Waiting for a more accurate location: ±15 m or better is needed here', false]])
})

it('tracking continues after a failure, which it reports', async () => {
  const { last, accuracies, troubles } = startTracking()
  await advanceTime(0)
  last().emitPosition(8)
  await advanceTime(15_000)
  last().fail('unavailable')
  await advanceTime(15_000)
  last().emitPosition(7)
  await advanceTime(0)
  expect(accuracies).toEqual([8, 7])
  expect(troubles).toEqual([['Location information unavailable', false]])
})

it('tracking needs permission, and ends without it or when it is withdrawn', async () => {
  const deniedTracking = startTracking(fakeDevice({ permits: false }))
  await advanceTime(60_000)
  expect(deniedTracking.troubles).toEqual([['Location permissions required for tracking', true]])
  expect(deniedTracking.watches).toEqual([])

  const singleTracking = startTracking()
  await advanceTime(0)
  singleTracking.last().emitPosition(8)
  await advanceTime(15_000)
  singleTracking.last().fail('denied')
  await advanceTime(60_000)
  expect(singleTracking.troubles).toEqual([['Location permissions required for tracking', true]])
  expect(singleTracking.watches).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

it("a phone follows the device's watch", async () => {
  const { last, watches, accuracies, stop } = startTracking(fakeDevice({ platform: 'ios' }))
  await advanceTime(0)
  last().emitPosition(8)
  await advanceTime(0)
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
  const firstTracking = startTracking()
  await advanceTime(0)
  firstTracking.last().emitPosition(8)
  await advanceTime(5_000)
  const accuracies: number[] = []
  firstTracking.locator.track({
    onPosition: ({ accuracyMeters }) => accuracies.push(accuracyMeters ?? -1),
    troubled: () => undefined,
  })
  await advanceTime(0)
  firstTracking.last().emitPosition(7)
  await advanceTime(15_000)
  firstTracking.last().emitPosition(6)
  await advanceTime(0)
  expect(firstTracking.accuracies).toEqual([8])
  expect(accuracies).toEqual([7, 6])
})

it('ending a session leaves no timer', async () => {
  const { last, accuracies, stop } = startTracking()
  await advanceTime(0)
  last().emitPosition(8)
  await advanceTime(1_000)
  stop()
  await advanceTime(0)
  expect(vi.getTimerCount()).toBe(0)
  expect(accuracies).toEqual([8])
})
