import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { checkSteps, runSteps } from './check-steps.mjs'
import { failedInPlaywright, failedInVitest } from './failed-tests.mjs'
import { playwrightFiles, vitestFiles } from './slow-files.mjs'
import { countPlaywright, countVitest } from './test-counts.mjs'
import { root, run, toolEnvironment } from './workspace.mjs'

/**
 * @typedef {{ name: string, seconds: number }} TimedFile
 * @typedef {{ reports: string, dataFolder: string }} Folders `dataFolder`: for clusters and data folders of servers
 * @typedef {{ counts: import('./test-counts.mjs').Counts, files: TimedFile[], failures?: string[] }} Outcome
 */

/**
 * The stages of the test run. Each runs independently and returns its counts, the durations of its files and the failed tests. A
 * stage with `beside` starts together with that one, which does not use all cores.
 */
export const stages = [
  { part: 'checks', title: 'Format, lint, import rules, types, dead code', run: runChecks },
  { part: 'unit', title: 'Unit tests', run: folders => runVitest('unit', folders) },
  { part: 'pg', title: 'Tests on PostgreSQL', run: runPostgres },
  { part: 'dom', title: 'Component tests', run: folders => runVitest('dom', folders) },
  { part: 'web', title: 'Web build', run: buildWeb, beside: 'unit' },
  { part: 'journeys', title: 'Journeys in a browser', run: runJourneys },
]

const tool = name => join(root, 'node_modules', '.bin', name)
/** Logs are read as plain text, where escape codes for colours would be most of the content. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }
const readReport = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

async function runChecks() {
  const { passed, failed, files } = await runSteps(checkSteps)
  return { counts: { passed, failed, skipped: 0 }, files }
}

/**
 * Runs a Vitest project. Prints a dot per test, and the output of a test only if it fails, so that a green run is readable at a
 * glance.
 * @param {string} project
 * @param {Folders} folders
 */
async function runVitest(project, { reports }, environment = plain) {
  const report = join(reports, `${project}.json`)
  const code = await run(
    tool('vitest'),
    [
      'run',
      `--project=${project}`,
      '--silent=passed-only',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env: toolEnvironment(environment) },
  )
  const read = readReport(report)
  const failures = failedInVitest(read, root)
  return {
    counts: countVitest(read, code),
    files: vitestFiles(read, root),
    failures:
      code !== 0 && failures.length === 0
        ? [`${project} › an error outside of its tests: see above`]
        : failures,
  }
}

/** @param {Folders} folders */
function runPostgres(folders) {
  return runVitest('pg', folders, { ...plain, TMPDIR: folders.dataFolder })
}

/** @param {Folders} _folders @param {import('./step.d.mts').StepOutput} [output] */
async function buildWeb(_folders, output = process.stdout) {
  const code = await ensureWebBuilt({ report: true, output })
  output.write(code === 0 ? 'ok\n' : 'FAILED\n')
  return { counts: { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }, files: [] }
}

/** @param {Folders} folders */
async function runJourneys({ reports, dataFolder }) {
  // A full run has already built the web app; run alone, this part builds it first.
  if ((await ensureWebBuilt()) !== 0) return { counts: { passed: 0, failed: 1, skipped: 0 }, files: [] }
  const report = join(reports, 'playwright.json')
  const code = await run(
    tool('playwright'),
    ['test', '--config', join(root, 'e2e', 'playwright.config.ts'), '--reporter=dot,json'],
    { env: toolEnvironment({ PLAYWRIGHT_JSON_OUTPUT_FILE: report, JOURNEY_DATA_FOLDER: dataFolder }) },
  )
  const read = readReport(report)
  return {
    counts: countPlaywright(read, code),
    files: playwrightFiles(read),
    failures: failedInPlaywright(read),
  }
}
