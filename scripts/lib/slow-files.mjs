import { relative } from 'node:path'

/** Returns the duration of each file in a Vitest JSON report. */
export function vitestFiles(report, root) {
  return (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** Returns the total duration of the tests in each file of a Playwright JSON report. */
export function playwrightFiles(report) {
  return (report?.suites ?? []).map(suite => ({
    name: suite.file,
    seconds: sumDuration(suite) / 1000,
  }))
}

function sumDuration({ specs = [], suites = [] }) {
  const results = specs.flatMap(spec => spec.tests.flatMap(test => test.results))
  return [...results.map(it => it.duration), ...suites.map(sumDuration)].reduce((sum, it) => sum + it, 0)
}
