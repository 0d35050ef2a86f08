// `npm test`: everything, closing with one line of counts. A failed part does not hide the parts after it.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureWebBuilt } from './lib/build-web.mjs'
import { checkSteps, runSteps } from './lib/check-steps.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { closingLine, countPlaywright, countVitest } from './lib/test-counts.mjs'
import { root, run, toolEnvironment } from './lib/workspace.mjs'

await ensureInstalled('full')
const reports = mkdtempSync(join(tmpdir(), 'muster-reports-'))
const tool = name => join(root, 'node_modules', '.bin', name)
const readReport = name => {
  const path = join(reports, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

heading('Format, lint, import rules, types, dead code')
const checks = await runSteps(checkSteps)

heading('Unit, PostgreSQL and component tests')
const vitestCode = await run(tool('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, 'vitest.json')}`,
])
const vitest = countVitest(readReport('vitest.json'), vitestCode)

heading('Web build')
const buildCode = await ensureWebBuilt()
const build = { passed: buildCode === 0 ? 1 : 0, failed: buildCode === 0 ? 0 : 1 }
console.log(buildCode === 0 ? 'ok' : 'FAILED')

heading('End to end')
const endToEnd = await runEndToEnd()

rmSync(reports, { recursive: true, force: true })
const all = [checks, vitest, build, endToEnd]
console.log(`\n${closingLine(all)}`)
process.exitCode = all.some(counts => counts.failed > 0) ? 1 : 0

async function runEndToEnd() {
  const config = join(root, 'e2e', 'playwright.config.ts')
  if (!existsSync(config)) {
    console.error('FAILED  e2e/playwright.config.ts is missing')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const code = await run(tool('playwright'), ['test', '--config', config, '--reporter=list,json'], {
    env: toolEnvironment({ PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') }),
  })
  return countPlaywright(readReport('playwright.json'), code)
}

function heading(text) {
  console.log(`\n── ${text} ──`)
}
