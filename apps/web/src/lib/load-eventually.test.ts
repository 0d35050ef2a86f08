import { afterEach, expect, test, vi } from 'vitest'
import { loadEventually } from './load-eventually.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a part that could not be loaded is loaded again later', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('loaded')
  const result = loadEventually(load)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await result).toBe('loaded')
})
