import { expect, it, vi } from 'vitest'
import { steadyClock } from './steady-clock.ts'

it('goes on when the clock of the machine is put back', () => {
  const before = steadyClock.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
  expect(steadyClock.now()).toBeGreaterThanOrEqual(before)
  clock.mockRestore()
})
