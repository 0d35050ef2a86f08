import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the tests of refetching with every read of every viewer after each step: see `isLongForm` in `refetch/`. */
export async function proveRefetch(): Promise<boolean> {
  const testProcess = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', 'e2e/refetch/refetch.pg.test.ts', '--testTimeout=1200000'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, REFETCH: 'all' } },
  )
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
