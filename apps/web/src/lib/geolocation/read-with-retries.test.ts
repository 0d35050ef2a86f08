import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readWithRetries } from './read-with-retries.ts'
import { fakeDevice } from './testing/fake-device.ts'

let fake = fakeDevice()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
  fake = fakeDevice()
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['member', 15_000, 30_000],
  ['zone', 8_000, 30_000],
  ['location', 30_000, 60_000],
  ['creator', 10_000, 0],
  ['dialog', 15_000, 300_000],
] as const)(
  '%s waits %i ms and accepts a position up to %i ms old',
  async (screen, timeoutMs, maximumAgeMs) => {
    const reading = readWithRetries(fake.device, screen)
    expect(fake.last()).toMatchObject({ timeoutMs, maximumAgeMs })
    fake.last().emitPosition(8)
    expect(await reading).toMatchObject({ ok: true })
  },
)

it('retries come after 2 s and after 4 s, each with 5 s more, and then the reason is reported', async () => {
  const reading = readWithRetries(fake.device, 'member')
  fake.last().fail('unavailable')
  await vi.advanceTimersByTimeAsync(1_999)
  expect(fake.watches).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fake.watches).toHaveLength(2)
  expect(fake.last().timeoutMs).toBe(20_000)
  fake.last().fail('timeout')
  await vi.advanceTimersByTimeAsync(3_999)
  expect(fake.watches).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(fake.last().timeoutMs).toBe(25_000)
  fake.last().fail('unavailable')
  expect(await reading).toEqual({ ok: false, failure: 'unavailable' })
  expect(vi.getTimerCount()).toBe(0)
})

it('a retry that gets a position counts', async () => {
  const reading = readWithRetries(fake.device, 'creator')
  fake.last().fail('timeout')
  await vi.advanceTimersByTimeAsync(2_000)
  fake.last().emitPosition(9)
  expect(await reading).toMatchObject({ ok: true, reading: { accuracyMeters: 9 } })
})

it('Check Position on the zone screens ends with its outer timeout, 10 s', async () => {
  const reading = readWithRetries(fake.device, 'zone')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await reading).toEqual({ ok: false, failure: 'timeout' })
  expect(fake.watches).toHaveLength(1)
})

it.each(['denied', 'unsupported', 'insecure'] as const)('%s is not retried', async failure => {
  const reading = readWithRetries(fake.device, 'location')
  fake.last().fail(failure)
  expect(await reading).toEqual({ ok: false, failure })
  expect(vi.getTimerCount()).toBe(0)
})

it('aborting also works between two attempts', async () => {
  const controller = new AbortController()
  const reading = readWithRetries(fake.device, 'member', undefined, controller.signal)
  fake.last().fail('unavailable')
  await vi.advanceTimersByTimeAsync(500)
  controller.abort()
  expect(await reading).toMatchObject({ ok: false })
  expect(fake.watches).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
