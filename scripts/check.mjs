// `npm run check`: all fast checks, the same here and in CI.
import { checkSteps, runSteps, unitStep } from './lib/check-steps.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled('full')
const { failed } = await runSteps([...checkSteps, unitStep])
process.exitCode = failed === 0 ? 0 : 1
