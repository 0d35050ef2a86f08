import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, because npm test must start before anything is installed
import * as counts from './lib/test-counts.mjs'

const { closingLine, countPlaywright, countVitest } = counts

test('the total covers every part', () => {
  const vitest = countVitest({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }, 1)
  const browser = countPlaywright({ stats: { expected: 3, unexpected: 2, flaky: 1, skipped: 1 } }, 1)
  expect(closingLine([{ passed: 4, failed: 1 }, vitest, browser])).toBe('13 passed, 4 failed, 4 skipped')
})

test('a run that crashed without a failed test is a failure', () => {
  expect(countVitest({ numPassedTests: 5, numFailedTests: 0 }, 1).failed).toBe(1)
  expect(countVitest(undefined, 1).failed).toBe(1)
  expect(countPlaywright({ stats: { expected: 5 } }, 1).failed).toBe(1)
  expect(countPlaywright(undefined, 0).failed).toBe(1)
})
