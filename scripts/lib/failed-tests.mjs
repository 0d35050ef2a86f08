import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The failed tests of a Vitest JSON report, a line each; a file that could not be loaded is named as a whole. */
export function failedInVitest(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults = [] }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(it => it.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [lineOf(file, '', message)] : []
    return failed.map(it => lineOf(file, it.fullName, it.failureMessages?.[0]))
  })
}

/** The failed tests of a Playwright JSON report, a line each. */
export function failedInPlaywright(report) {
  return (report?.suites ?? []).flatMap(failedSpecs)
}

function failedSpecs({ file, specs = [], suites = [] }) {
  const own = specs.filter(spec => !spec.ok).map(spec => lineOf(spec.file ?? file, spec.title, errorOf(spec)))
  return [...own, ...suites.flatMap(failedSpecs)]
}

const errorOf = spec =>
  spec.tests.flatMap(test => test.results).find(result => result.error)?.error.message ?? ''

function lineOf(file, title, message = '') {
  const first = stripVTControlCharacters(message).trim().split('\n')[0] ?? ''
  return [file, title, first.slice(0, 200)].filter(Boolean).join(' › ')
}
