// `npm run check`: all fast checks, the same here and in CI.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkSteps, runSteps, unitStep } from './lib/check-steps.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { describeProductSize } from './lib/product-size.mjs'
import { root } from './lib/workspace.mjs'

await ensureInstalled('full')
const { failed } = await runSteps([...checkSteps, unitStep])
// An archive without its history has no list of files.
if (existsSync(join(root, '.git'))) console.log(describeProductSize())
process.exitCode = failed === 0 ? 0 : 1
