import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The tests of the access table that have a long form: see `isLongForm` in their folder `testing/access-table`. */
const longForms = ['access-table', 'access-to-things', 'access-in-sql', 'who-sees-what'].map(
  it => `apps/server/src/app/${it}.pg.test.ts`,
)

/** Runs the tests of the access table with every kind of person for every procedure, instead of the few in the normal test run. */
export async function proveAccess(): Promise<boolean> {
  const testProcess = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=pg', ...longForms, '--testTimeout=600000'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ACCESS: 'all' } },
  )
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
