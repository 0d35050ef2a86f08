import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, runQuietly } from './workspace.mjs'

const tool = name => join(root, 'node_modules', '.bin', name)

/**
 * The compiler's checkers share no types, so each infers those of the imported code again. Four, the default, take twice the CPU time
 * of one. As two steps run at a time, each gets half of the cores.
 */
const checkers = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))

const checkTypes = (name, project) => ({
  name,
  command: tool('tsc'),
  args: ['-p', project, '--checkers', String(checkers)],
})

/**
 * Fast steps without a database, longest first, so that no long step runs alone at the end. The unit tests are separate, because
 * `npm test` runs them with all the others.
 */
export const checkSteps = [
  checkTypes('types: server, packages, scripts', '.'),
  checkTypes('types: journeys and proofs', 'e2e'),
  // The phone app imports nearly all of the web app, so one program checks both.
  checkTypes('types: web and phone app', 'apps/web'),
  { name: 'dead code', command: tool('knip'), args: ['--no-progress', '--no-config-hints'] },
  // Code that only tests use counts as unused: delete it, or mark it @planned with the feature that will use it.
  {
    name: 'code that only tests use',
    command: tool('knip'),
    args: ['--production', '--no-progress', '--no-config-hints', '--include', 'files,exports,types'],
  },
  { name: 'import rules', command: tool('node'), args: ['scripts/check-imports.ts'] },
  { name: 'format and lint', command: tool('biome'), args: ['check', '--error-on-warnings', '.'] },
  checkTypes('types: service worker', 'apps/web/src/service-worker'),
  { name: 'migrations', command: tool('node'), args: ['scripts/check-migrations.ts'] },
  { name: 'licences and lockfile', command: tool('node'), args: ['scripts/check-packages.ts'] },
]

export const unitStep = { name: 'unit tests', command: tool('vitest'), args: ['run', '--project', 'unit'] }

/**
 * Runs the steps in order, two at a time, because most of them use one core. Prints a line for each as it ends, and the output of
 * those that fail.
 * @param {{ name: string, command: string, args: string[] }[]} steps
 * @returns {Promise<{ passed: number, failed: number, files: { name: string, seconds: number }[] }>}
 */
export async function runSteps(steps) {
  const waiting = [...steps]
  const files = []
  let failed = 0
  const runWaiting = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const startedAt = performance.now()
      const { code, output } = await runQuietly(step.command, step.args)
      const seconds = (performance.now() - startedAt) / 1000
      files.push({ name: step.name, seconds })
      if (code !== 0) failed++
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${step.name} (${seconds.toFixed(1)} s)`)
      if (code !== 0) console.log(output.trimEnd())
    }
  }
  await Promise.all([runWaiting(), runWaiting()])
  return { passed: steps.length - failed, failed, files }
}
