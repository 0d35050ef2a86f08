import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs each race test this many times, instead of the few in the normal test run. */
export async function proveRaces(runs: number): Promise<boolean> {
  const testProcess = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'apps/server/src/app/races.pg.test.ts',
      '--testTimeout=1200000',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, RACE_RUNS: String(runs) } },
  )
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
