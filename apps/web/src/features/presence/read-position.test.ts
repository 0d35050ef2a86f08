import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { positionOptions, readPosition, settleMs } from './read-position.ts'

type Found = (position: unknown) => void
type Failed = (error: { code: number }) => void

let found: Found
let failed: Failed
let asked: unknown
const clearWatch = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
  clearWatch.mockClear()
  vi.stubGlobal('navigator', {
    geolocation: {
      watchPosition(onFound: Found, onFailed: Failed, options: unknown) {
        found = onFound
        failed = onFailed
        asked = options
        return 7
      },
      clearWatch,
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const position = (accuracy: number, ageMs = 0, latitude = 1) => ({
  coords: { latitude, longitude: 2, accuracy },
  timestamp: Date.now() - ageMs,
})

it('takes a fresh and exact reading at once and stops watching', async () => {
  const reading = readPosition(positionOptions.member)
  found(position(8))
  expect(await reading).toEqual({
    ok: true,
    reading: { lat: 1, lng: 2, accuracyMeters: 8, capturedAt: '2026-11-20T09:00:00.000Z' },
  })
  expect(asked).toEqual({ enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 })
  expect(clearWatch).toHaveBeenCalledWith(7)
})

it('tells how the accuracy narrows and takes the best within the settling time', async () => {
  const heard: number[] = []
  const reading = readPosition(positionOptions.member, meters => heard.push(meters))
  found(position(60))
  found(position(18))
  found(position(40))
  await vi.advanceTimersByTimeAsync(settleMs)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 18 } })
  expect(heard).toEqual([60, 18, 18])
})

it('lets a poor reading narrow until the time is up, and no longer', async () => {
  const reading = readPosition(positionOptions.member)
  await vi.advanceTimersByTimeAsync(3_000)
  found(position(500))
  let done = false
  void reading.then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(9_000)
  found(position(120))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 120 } })
  expect(clearWatch).toHaveBeenCalledOnce()
})

it('takes what there is when the person is content with it', async () => {
  const reading = readPosition(positionOptions.member, (_, useNow) => setTimeout(useNow, 1_000))
  found(position(300))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 300 } })
  expect(vi.getTimerCount()).toBe(0)
})

it('prefers a fresh reading to a cached one, however exact', async () => {
  const reading = readPosition(positionOptions.zone)
  found(position(5, 25_000, 1))
  found(position(12, 0, 3))
  expect(await reading).toMatchObject({ ok: true, reading: { lat: 3, accuracyMeters: 12 } })
})

it('never dates a reading before what the browser vouches for, nor into the future', async () => {
  const old = readPosition(positionOptions.zone)
  found(position(5, 3_600_000))
  await vi.advanceTimersByTimeAsync(settleMs)
  // Two seconds of settling, thirty of maximum age.
  expect(await old).toMatchObject({ reading: { capturedAt: '2026-11-20T08:59:32.000Z' } })
  const ahead = readPosition(positionOptions.zone)
  found(position(5, -60_000))
  expect(await ahead).toMatchObject({ reading: { capturedAt: '2026-11-20T09:00:02.000Z' } })
})

it.each([
  [1, 'denied'],
  [2, 'unavailable'],
  [3, 'timeout'],
] as const)('answers error %i with the value %s', async (code, failure) => {
  const reading = readPosition(positionOptions.zone)
  failed({ code })
  expect(await reading).toEqual({ ok: false, failure })
})

it('does not wait for ever for a device that never calls back', async () => {
  const reading = readPosition(positionOptions.zone)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(clearWatch).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await reading).toEqual({ ok: false, failure: 'timeout' })
  expect(clearWatch).toHaveBeenCalledOnce()
})

it('keeps the reading it has when the device fails afterwards', async () => {
  const reading = readPosition(positionOptions.zone)
  found(position(60))
  failed({ code: 3 })
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 60 } })
})

it('lets the device go at once when it is told to', async () => {
  const leaving = new AbortController()
  const reading = readPosition(positionOptions.member, undefined, leaving.signal)
  expect(clearWatch).not.toHaveBeenCalled()
  leaving.abort()
  expect(clearWatch).toHaveBeenCalledWith(7)
  expect(await reading).toEqual({ ok: false, failure: 'unavailable' })
  expect(vi.getTimerCount()).toBe(0)
})

it('does not ask the device when it is already too late', async () => {
  asked = undefined
  await readPosition(positionOptions.member, undefined, AbortSignal.abort())
  expect(asked).toBeUndefined()
})

it('says so where there is no geolocation', async () => {
  vi.stubGlobal('navigator', {})
  expect(await readPosition(positionOptions.zone)).toEqual({ ok: false, failure: 'unsupported' })
})
