import { join } from 'node:path'
import { root, runQuietly } from './workspace.mjs'

const toolPath = name => join(root, 'node_modules', '.bin', name)

/**
 * Fast steps without a database, longest first, so that no long step runs alone at the end. The unit tests are separate, because
 * `npm test` runs them with all the others.
 */
export const checkSteps = [
  { name: 'types: server, packages, scripts', command: toolPath('tsc'), args: ['-p', '.'] },
  { name: 'types: web', command: toolPath('tsc'), args: ['-p', 'apps/web'] },
  { name: 'types: cache and feed', command: toolPath('tsc'), args: ['-p', 'e2e/refetch'] },
  { name: 'types: journeys', command: toolPath('tsc'), args: ['-p', 'e2e'] },
  { name: 'types: phone app', command: toolPath('tsc'), args: ['-p', 'apps/mobile'] },
  { name: 'dead code', command: toolPath('knip'), args: ['--no-progress', '--no-config-hints'] },
  // Code that only tests use counts as unused: delete it, or mark it @planned with the feature that will use it.
  {
    name: 'code that only tests use',
    command: toolPath('knip'),
    args: ['--production', '--no-progress', '--no-config-hints', '--include', 'files,exports,types'],
  },
  { name: 'import rules', command: toolPath('node'), args: ['scripts/check-imports.ts'] },
  { name: 'format and lint', command: toolPath('biome'), args: ['check', '--error-on-warnings', '.'] },
  {
    name: 'types: service worker',
    command: toolPath('tsc'),
    args: ['-p', 'apps/web/src/service-worker'],
  },
  { name: 'migrations', command: toolPath('node'), args: ['scripts/check-migrations.ts'] },
]

export const unitStep = {
  name: 'unit tests',
  command: toolPath('vitest'),
  args: ['run', '--project', 'unit'],
}

/**
 * Runs the steps in order, two at a time, because most of them use one core. Prints a line for each as it ends, and the output of
 * those that fail.
 * @param {{ name: string, command: string, args: string[] }[]} steps
 * @returns {Promise<{ passed: number, failed: number, files: { name: string, seconds: number }[] }>}
 */
export async function runSteps(steps) {
  const pendingSteps = [...steps]
  const files = []
  let failedCount = 0
  const runPending = async () => {
    for (let step = pendingSteps.shift(); step; step = pendingSteps.shift()) {
      const startedAt = performance.now()
      const { code, output } = await runQuietly(step.command, step.args)
      const seconds = (performance.now() - startedAt) / 1000
      files.push({ name: step.name, seconds })
      if (code !== 0) failedCount++
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${step.name} (${seconds.toFixed(1)} s)`)
      if (code !== 0) console.log(output.trimEnd())
    }
  }
  await Promise.all([runPending(), runPending()])
  return { passed: steps.length - failedCount, failed: failedCount, files }
}
