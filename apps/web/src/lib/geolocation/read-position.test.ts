import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { improvementTimeMs, type ReadOptions, readPosition } from './read-position.ts'
import { fakeDevice } from './testing/fake-device.ts'

const checkOuterTimeoutMs = 10_000
const checkMaxAgeMs = 30_000
const checkTimeoutMs = 8_000
const memberOptions: ReadOptions = { timeoutMs: 15_000, maximumAgeMs: 30_000, outerTimeoutMs: 17_000 }
const zoneOptions: ReadOptions = {
  timeoutMs: checkTimeoutMs,
  maximumAgeMs: checkMaxAgeMs,
  outerTimeoutMs: checkOuterTimeoutMs,
}

let fake = fakeDevice()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
  fake = fakeDevice()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a fresh and accurate reading is used immediately and ends the watch', async () => {
  const reading = readPosition(fake.device, memberOptions)
  fake.last().emitPosition(8)
  expect(await reading).toMatchObject({
    ok: true,
    reading: { lat: 1, lng: 2, accuracyMeters: 8, capturedAt: '2026-11-20T09:00:00.000Z' },
  })
  expect(fake.last()).toMatchObject({ timeoutMs: 15_000, maximumAgeMs: 30_000, isStopped: true })
})

it('improving accuracy is reported, and the best reading within the settling time counts', async () => {
  const accuracies: number[] = []
  const reading = readPosition(fake.device, memberOptions, meters => accuracies.push(meters))
  for (const accuracy of [60, 18, 40]) fake.last().emitPosition(accuracy)
  await vi.advanceTimersByTimeAsync(improvementTimeMs)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 18 } })
  expect(accuracies).toEqual([60, 18, 18])
})

it('a poor reading may improve until the timeout, but no longer', async () => {
  const reading = readPosition(fake.device, memberOptions)
  await vi.advanceTimersByTimeAsync(3_000)
  fake.last().emitPosition(500)
  let isSettled = false
  void reading.then(() => {
    isSettled = true
  })
  await vi.advanceTimersByTimeAsync(9_000)
  fake.last().emitPosition(120)
  await vi.advanceTimersByTimeAsync(2_900)
  expect(isSettled).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 120 } })
  expect(fake.last().isStopped).toBe(true)
})

it('the current reading is used when the person accepts it', async () => {
  const reading = readPosition(fake.device, memberOptions, (_, useNow) => setTimeout(useNow, 1_000))
  fake.last().emitPosition(300)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 300 } })
  expect(vi.getTimerCount()).toBe(0)
})

it('a fresh reading beats a cached one, even a more accurate one', async () => {
  const reading = readPosition(fake.device, zoneOptions)
  fake.last().emitPosition(5, { ageMs: 25_000, lat: 1 })
  fake.last().emitPosition(12, { lat: 3 })
  expect(await reading).toMatchObject({ ok: true, reading: { lat: 3, accuracyMeters: 12 } })
})

it('a reading is never dated earlier than the device guarantees, nor in the future', async () => {
  const staleReading = readPosition(fake.device, zoneOptions)
  fake.last().emitPosition(5, { ageMs: 3_600_000 })
  await vi.advanceTimersByTimeAsync(improvementTimeMs)
  // The reading is accepted after 2 s, and its time is set to the maximum age of 30 s before that.
  expect(await staleReading).toMatchObject({ reading: { capturedAt: '2026-11-20T08:59:32.000Z' } })
  const futureReading = readPosition(fake.device, zoneOptions)
  fake.last().emitPosition(5, { ageMs: -60_000 })
  expect(await futureReading).toMatchObject({ reading: { capturedAt: '2026-11-20T09:00:02.000Z' } })
})

it('a device that never calls back times out', async () => {
  const reading = readPosition(fake.device, zoneOptions)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(fake.last().isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await reading).toEqual({ ok: false, failure: 'timeout' })
  expect(fake.last().isStopped).toBe(true)
})

it('a later failure of the device does not discard the reading', async () => {
  const reading = readPosition(fake.device, zoneOptions)
  fake.last().emitPosition(60)
  fake.last().fail('timeout')
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 60 } })
})

it('aborting releases the device immediately', async () => {
  const controller = new AbortController()
  const reading = readPosition(fake.device, memberOptions, undefined, controller.signal)
  expect(fake.last().isStopped).toBe(false)
  controller.abort()
  expect(fake.last().isStopped).toBe(true)
  expect(await reading).toEqual({ ok: false, failure: 'unavailable' })
  expect(vi.getTimerCount()).toBe(0)
})

it('an aborted request does not ask the device', async () => {
  await readPosition(fake.device, memberOptions, undefined, AbortSignal.abort())
  expect(fake.watches).toEqual([])
})
