/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * Counts the tests in a Vitest JSON report. A run that failed without a failed test (a file that cannot be loaded, an error outside
 * of tests) counts as one failure, and so does a missing report, so that the total never looks green when the run was not.
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const failed = report.numFailedTests ?? 0
  return {
    passed: report.numPassedTests ?? 0,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  }
}

/** Counts the tests in a Playwright JSON report, by the same rule as `countVitest`. A flaky test counts as passed. */
export function countPlaywright(report, exitCode) {
  if (!report?.stats) return { passed: 0, failed: 1, skipped: 0 }
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats
  return { passed: expected + flaky, failed: unexpected === 0 && exitCode !== 0 ? 1 : unexpected, skipped }
}

/** @param {Partial<Counts>[]} all */
export function closingLine(all) {
  const sum = key => all.reduce((total, counts) => total + (counts[key] ?? 0), 0)
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
}
