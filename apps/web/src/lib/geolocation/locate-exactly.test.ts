import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AccurateReadingCache, locateExactly } from './locate-exactly.ts'
import { toReading } from './reading.ts'
import { aPosition, fakeDevice } from './testing/fake-device.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('the first reading of 20 m or better is used, requested with high accuracy', async () => {
  const { device, watches, last } = fakeDevice()
  const readingCache: AccurateReadingCache = {}
  const result = locateExactly(device, readingCache)
  await advanceTime(0)
  expect(last()).toMatchObject({ timeoutMs: 30_000, maximumAgeMs: 3_000 })
  last().emitPosition(20)
  expect(await result).toMatchObject({ ok: true, cached: false, reading: { accuracyMeters: 20 } })
  expect(watches).toHaveLength(1)
  expect(readingCache.reading?.accuracyMeters).toBe(20)
})

it('up to three attempts are made: by satellite 3 s after a poor reading, with the longest timeout 2 s after an error', async () => {
  const { device, watches, last } = fakeDevice()
  const result = locateExactly(device, {})
  await advanceTime(0)
  last().emitPosition(21)
  await advanceTime(2_999)
  expect(watches).toHaveLength(1)
  await advanceTime(1)
  expect(last()).toMatchObject({ timeoutMs: 45_000, maximumAgeMs: 0, gpsOnly: true })
  last().fail('unavailable')
  await advanceTime(1_999)
  expect(watches).toHaveLength(2)
  await advanceTime(1)
  expect(last()).toMatchObject({ timeoutMs: 60_000, maximumAgeMs: 0 })
  last().emitPosition(12)
  expect(await result).toMatchObject({ ok: true, reading: { accuracyMeters: 12 } })
})

it('three poor readings are not accepted', async () => {
  const { device, watches, last } = fakeDevice()
  const result = locateExactly(device, {})
  for (const accuracy of [80, 60, 40]) {
    await advanceTime(0)
    last().emitPosition(accuracy)
    await advanceTime(3_000)
  }
  expect(await result).toEqual({
    ok: false,
    text: 'Failed to get acceptable location accuracy after multiple attempts',
  })
  expect(watches).toHaveLength(3)
})

it('a failure reports its reason', async () => {
  const { device, last } = fakeDevice()
  const result = locateExactly(device, {})
  for (let attempt = 0; attempt < 3; attempt++) {
    await advanceTime(0)
    last().fail('unavailable')
    await advanceTime(2_000)
  }
  expect(await result).toEqual({
    ok: false,
    text: 'High-accuracy location unavailable: Location information unavailable',
  })
})

it('a device that never responds is released after each attempt', async () => {
  const { device, watches } = fakeDevice()
  const result = locateExactly(device, {})
  await advanceTime(30_000 + 2_000 + 45_000 + 2_000 + 60_000)
  expect(await result).toMatchObject({
    text: 'High-accuracy location unavailable: Location request timed out',
  })
  expect(watches.map(watch => watch.isStopped)).toEqual([true, true, true])
})

it.each([
  [120_000, true],
  [120_001, false],
] as const)('after a failure, a good reading of %i ms ago is usable: %s', async (ageMs, usable) => {
  const { device, last } = fakeDevice()
  const readingCache = { reading: toReading(aPosition(9), 0) }
  await advanceTime(ageMs - 6_000)
  const result = locateExactly(device, readingCache)
  for (let attempt = 0; attempt < 3; attempt++) {
    await advanceTime(0)
    last().emitPosition(200)
    await advanceTime(3_000)
  }
  expect(await result).toMatchObject(
    usable ? { ok: true, cached: true, reading: { accuracyMeters: 9 } } : { ok: false },
  )
})

it('a denied permission is not retried, and no earlier reading is used instead', async () => {
  const { device, watches, last } = fakeDevice()
  const result = locateExactly(device, { reading: toReading(aPosition(9), 0) })
  await advanceTime(0)
  last().fail('denied')
  expect(await result).toMatchObject({ ok: false })
  expect(watches).toHaveLength(1)
})

it('a phone retries a reading worse than 15 m by GPS, and the better reading counts', async () => {
  const { device, watches, last } = fakeDevice({ platform: 'ios' })
  const result = locateExactly(device, {})
  await advanceTime(0)
  last().emitPosition(18)
  await advanceTime(0)
  expect(last()).toMatchObject({ gpsOnly: true, timeoutMs: 45_000 })
  last().emitPosition(25)
  expect(await result).toMatchObject({ ok: true, reading: { accuracyMeters: 18 } })
  expect(watches).toHaveLength(2)
})

it('Android warms up the satellite receiver first: at most 10 s, then 2 s of rest', async () => {
  const { device, watches, last } = fakeDevice({ platform: 'android' })
  const result = locateExactly(device, {})
  expect(last()).toMatchObject({ timeoutMs: 10_000, gpsOnly: true })
  await advanceTime(10_000)
  expect(last().isStopped).toBe(true)
  await advanceTime(1_999)
  expect(watches).toHaveLength(1)
  await advanceTime(1)
  expect(last()).toMatchObject({ timeoutMs: 30_000 })
  last().emitPosition(5)
  expect(await result).toMatchObject({ ok: true })
})
