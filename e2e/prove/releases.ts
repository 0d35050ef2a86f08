import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Upgrades the stored database of every release and starts the server on it, instead of only on the oldest. */
export async function proveReleases(): Promise<boolean> {
  const testProcess = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', 'e2e/durability/releases.pg.test.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, RELEASES: 'all' } },
  )
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
