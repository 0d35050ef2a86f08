import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, because npm test must start before anything is installed
import * as failedTests from './lib/failed-tests.mjs'

const { failedInPlaywright, failedInVitest } = failedTests

test('a failed test is listed with its file and the first line of the failure', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'fine' },
    {
      status: 'failed',
      fullName: 'adds up',
      failureMessages: ['\u001b[31mexpected 3\u001b[39m\n  at sum.ts:4'],
    },
  ]
  const report = { testResults: [{ name: '/r/sum.test.ts', status: 'failed', assertionResults }] }
  expect(failedInVitest(report, '/r')).toEqual(['sum.test.ts › adds up › expected 3'])
})

test('a file that could not be loaded is listed', () => {
  const report = { testResults: [{ name: '/r/sum.test.ts', status: 'failed', message: 'no such export' }] }
  expect(failedInVitest(report, '/r')).toEqual(['sum.test.ts › no such export'])
  expect(failedInVitest(undefined, '/r')).toEqual([])
})

test('a failed journey is listed, at any nesting depth', () => {
  const results = [{ error: { message: 'not visible\nlog' } }]
  const specs = [
    { title: 'signs in', ok: true, tests: [] },
    { title: 'checks', ok: false, file: 'a.spec.ts', tests: [{ results }] },
  ]
  const report = { suites: [{ file: 'a.spec.ts', suites: [{ specs }] }] }
  expect(failedInPlaywright(report)).toEqual(['a.spec.ts › checks › not visible'])
})
