import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAfterInstant } from './use-after-instant.ts'

afterEach(() => void vi.useRealTimers())

const dayMs = 24 * 60 * 60 * 1_000

it.each([1 / 24, 90])('an instant in %d days becomes past when it arrives, and not before', days => {
  vi.useFakeTimers()
  const at = new Date(Date.now() + days * dayMs).toISOString()
  const { result } = renderHook(() => useAfterInstant(at))
  act(() => void vi.advanceTimersByTime(days * dayMs - 1_000))
  expect(result.current).toBe(false)
  act(() => void vi.advanceTimersByTime(2_000))
  expect(result.current).toBe(true)
})
