import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the tests of what each person is told with every role in every place, instead of some of them as in the normal test run. */
export async function proveWhoSeesWhat(): Promise<boolean> {
  const testProcess = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'apps/server/src/app/who-sees-what.pg.test.ts',
      '--testTimeout=1200000',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, WHO_SEES_WHAT: 'all' } },
  )
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
