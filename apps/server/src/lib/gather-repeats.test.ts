import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gatherRepeats } from './gather-repeats.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('writes the first at once, the number of those after it once a minute, and nothing when there are none', () => {
  const lines: unknown[] = []
  const warn = gatherRepeats({ warn: (...line: unknown[]) => void lines.push(line) }, 'Refused')
  for (let n = 0; n < 1_000; n++) warn({ address: '192.0.2.1' })
  expect(lines).toEqual([[{ address: '192.0.2.1' }, 'Refused']])
  vi.advanceTimersByTime(60_000)
  expect(lines[1]).toEqual([{ repeated: 999 }, 'Refused'])
  vi.advanceTimersByTime(600_000)
  expect(lines).toHaveLength(2)
  warn()
  expect(lines).toHaveLength(3)
})
