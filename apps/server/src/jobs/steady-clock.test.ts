import { expect, it, vi } from 'vitest'
import { steadyClock } from './jobs.ts'

it("the clock continues when the machine's clock is set back", () => {
  const timeBefore = steadyClock.now()
  const dateNowSpy = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
  expect(steadyClock.now()).toBeGreaterThanOrEqual(timeBefore)
  dateNowSpy.mockRestore()
})
