import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatchedLog } from './batched-log.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function createCapturedLog() {
  const lines: unknown[] = []
  const log = { warn: () => undefined, error: (facts: unknown) => lines.push(facts) }
  return { lines, log: createBatchedLog(log as never, 'error', 'It failed') }
}

test('a thousand failures become two lines a minute apart: the first, and the number of further ones', () => {
  const { lines, log } = createCapturedLog()
  for (let n = 1; n <= 1_000; n++) log.add({ err: n })
  expect(lines).toEqual([{ err: 1 }])
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([{ err: 1 }, { err: 1_000, more: 999 }])
  log.add({ err: 'again' })
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(60_000)
  expect(lines.at(-1)).toEqual({ err: 'again', more: 1 })
  vi.advanceTimersByTime(60_000)
  log.add({ err: 'much later' })
  expect(lines.at(-1)).toEqual({ err: 'much later' })
})

test('the remaining count is logged at the end', () => {
  const { lines, log } = createCapturedLog()
  log.add({ err: 1 })
  log.flush()
  expect(lines).toHaveLength(1)
  log.add({ err: 2 })
  log.add({ err: 3 })
  log.flush()
  expect(lines.slice(1)).toEqual([{ err: 2 }, { err: 3, more: 1 }])
})
