import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Returns the failed tests in a Vitest JSON report, one line each. A file that could not be loaded is listed as a whole. */
export function failedInVitest(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults = [] }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(it => it.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [createLine(file, '', message)] : []
    return failed.map(it => createLine(file, it.fullName, it.failureMessages?.[0]))
  })
}

/** Returns the failed tests in a Playwright JSON report, one line each. */
export function failedInPlaywright(report) {
  return (report?.suites ?? []).flatMap(failedSpecs)
}

function failedSpecs({ file, specs = [], suites = [] }) {
  const own = specs
    .filter(spec => !spec.ok)
    .map(spec => createLine(spec.file ?? file, spec.title, readError(spec)))
  return [...own, ...suites.flatMap(failedSpecs)]
}

function readError(spec) {
  const error = spec.tests.flatMap(test => test.results).find(result => result.error)?.error
  if (!error) return ''
  return error.location ? `${error.message}\nat line ${error.location.line}` : error.message
}

/**
 * Returns one line for a failure. Joins the first line of the message, the expected and received values, and the location, which
 * Playwright puts on separate lines.
 */
function createLine(file, title, message = '') {
  const [first = '', ...rest] = stripVTControlCharacters(message).trim().split('\n')
  const facts = rest.map(line => line.trim()).filter(line => /^(Expected|Received|at line)\b/.test(line))
  const reason = [first, ...facts].map(line => line.slice(0, 200)).join(' · ')
  return [file, title, reason].filter(Boolean).join(' › ')
}
