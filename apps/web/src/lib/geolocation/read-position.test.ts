import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ReadOptions, readPosition, settleMs } from './read-position.ts'
import { fakeDevice } from './testing/fake-device.ts'

const checkOuterTimeoutMs = 10_000
const checkMaxAgeMs = 30_000
const checkTimeoutMs = 8_000
const member: ReadOptions = { timeoutMs: 15_000, maximumAgeMs: 30_000, outerTimeoutMs: 17_000 }
const zone: ReadOptions = {
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

it('takes a fresh and exact reading at once and stops watching', async () => {
  const reading = readPosition(fake.device, member)
  fake.last().found(8)
  expect(await reading).toMatchObject({
    ok: true,
    reading: { lat: 1, lng: 2, accuracyMeters: 8, capturedAt: '2026-11-20T09:00:00.000Z' },
  })
  expect(fake.last()).toMatchObject({ timeoutMs: 15_000, maximumAgeMs: 30_000, isStopped: true })
})

it('tells how the accuracy narrows and takes the best within the settling time', async () => {
  const heard: number[] = []
  const reading = readPosition(fake.device, member, meters => heard.push(meters))
  for (const accuracy of [60, 18, 40]) fake.last().found(accuracy)
  await vi.advanceTimersByTimeAsync(settleMs)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 18 } })
  expect(heard).toEqual([60, 18, 18])
})

it('lets a poor reading narrow until the time is up, and no longer', async () => {
  const reading = readPosition(fake.device, member)
  await vi.advanceTimersByTimeAsync(3_000)
  fake.last().found(500)
  let done = false
  void reading.then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(9_000)
  fake.last().found(120)
  await vi.advanceTimersByTimeAsync(2_900)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 120 } })
  expect(fake.last().isStopped).toBe(true)
})

it('takes what there is when the person is content with it', async () => {
  const reading = readPosition(fake.device, member, (_, useNow) => setTimeout(useNow, 1_000))
  fake.last().found(300)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 300 } })
  expect(vi.getTimerCount()).toBe(0)
})

it('prefers a fresh reading to a cached one, however exact', async () => {
  const reading = readPosition(fake.device, zone)
  fake.last().found(5, { ageMs: 25_000, lat: 1 })
  fake.last().found(12, { lat: 3 })
  expect(await reading).toMatchObject({ ok: true, reading: { lat: 3, accuracyMeters: 12 } })
})

it('never dates a reading before what the device vouches for, nor into the future', async () => {
  const old = readPosition(fake.device, zone)
  fake.last().found(5, { ageMs: 3_600_000 })
  await vi.advanceTimersByTimeAsync(settleMs)
  // Two seconds of settling, thirty of maximum age.
  expect(await old).toMatchObject({ reading: { capturedAt: '2026-11-20T08:59:32.000Z' } })
  const ahead = readPosition(fake.device, zone)
  fake.last().found(5, { ageMs: -60_000 })
  expect(await ahead).toMatchObject({ reading: { capturedAt: '2026-11-20T09:00:02.000Z' } })
})

it('does not wait for ever for a device that never calls back', async () => {
  const reading = readPosition(fake.device, zone)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(fake.last().isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await reading).toEqual({ ok: false, failure: 'timeout' })
  expect(fake.last().isStopped).toBe(true)
})

it('keeps the reading it has when the device fails afterwards', async () => {
  const reading = readPosition(fake.device, zone)
  fake.last().found(60)
  fake.last().fail('timeout')
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 60 } })
})

it('lets the device go at once when it is told to', async () => {
  const leaving = new AbortController()
  const reading = readPosition(fake.device, member, undefined, leaving.signal)
  expect(fake.last().isStopped).toBe(false)
  leaving.abort()
  expect(fake.last().isStopped).toBe(true)
  expect(await reading).toEqual({ ok: false, failure: 'unavailable' })
  expect(vi.getTimerCount()).toBe(0)
})

it('does not ask the device when it is already too late', async () => {
  await readPosition(fake.device, member, undefined, AbortSignal.abort())
  expect(fake.asked).toEqual([])
})
