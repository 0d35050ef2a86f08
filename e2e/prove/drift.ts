import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the tests of resting and passing phones with this many hours and walks, instead of the few in the normal test run. */
export async function proveDrift(hours: number): Promise<boolean> {
  const testProcess = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'packages/domain/src/presence-drift.test.ts',
      '--testTimeout=1200000',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, DRIFT_HOURS: String(hours) } },
  )
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
