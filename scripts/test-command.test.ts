import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, because npm test must start before anything is installed
import * as slowFiles from './lib/slow-files.mjs'
// @ts-expect-error see above
import * as stageBudget from './lib/stage-budget.mjs'
// @ts-expect-error see above
import * as testParts from './lib/test-parts.mjs'

const { budgets, overBudget, slowness } = stageBudget
const { parts, readParts } = testParts

test('all parts run without arguments, and only the named ones with arguments', () => {
  expect(readParts([]).parts).toEqual(Object.keys(parts))
  expect(readParts(['dom', 'unit'])).toMatchObject({ parts: ['dom', 'unit'], help: false })
  expect(readParts(['--help']).help).toBe(true)
})

test.each([['nonsense'], ['unit', 'foo'], ['--fast'], ['constructor']])('%s is rejected', (...words) => {
  expect(readParts(words)).toMatchObject({ parts: [], problem: expect.stringContaining(words.at(-1) ?? '') })
})

test('every part has a budget', () => {
  expect(Object.keys(budgets).sort()).toEqual(Object.keys(parts).sort())
})

test('a part over its budget fails and lists its slowest files', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ name: `file-${n}`, seconds: n }))
  const text = overBudget({ part: 'unit', seconds: budgets.unit + 1, slowness: 1, files })
  expect(text).toContain('unit took')
  expect(text.split('\n').filter((line: string) => line.includes('file-'))).toHaveLength(10)
  expect(text.indexOf('file-11')).toBeLessThan(text.indexOf('file-2'))
  expect(text).not.toContain('file-1\n')
})

test('a machine half as fast may take twice as long', () => {
  expect(overBudget({ part: 'unit', seconds: budgets.unit * 1.9, slowness: 2, files: [] })).toBeUndefined()
  expect(overBudget({ part: 'unit', seconds: budgets.unit * 2.1, slowness: 2, files: [] })).toBeDefined()
  expect(slowness()).toBeGreaterThanOrEqual(1)
})

test('file durations are read from both reports', () => {
  const vitest = { testResults: [{ name: '/r/a.test.ts', startTime: 1_000, endTime: 3_500 }] }
  expect(slowFiles.vitestFiles(vitest, '/r')).toEqual([{ name: 'a.test.ts', seconds: 2.5 }])
  const inner = { specs: [{ tests: [{ results: [{ duration: 500 }, { duration: 700 }] }] }] }
  const browser = { suites: [{ file: 'a.spec.ts', suites: [inner], specs: inner.specs }] }
  expect(slowFiles.playwrightFiles(browser)).toEqual([{ name: 'a.spec.ts', seconds: 2.4 }])
  expect(slowFiles.playwrightFiles(undefined)).toEqual([])
})
