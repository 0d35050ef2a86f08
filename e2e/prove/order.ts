import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The number of in-memory runs per run on PostgreSQL. */
const memoryRunsPerPostgresRun = 100

/** Runs the tests of the order of readings with this many random deliveries, instead of the few in the normal test run. */
export async function proveOrder(runs: number): Promise<boolean> {
  const testProcess = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'packages/domain/src/presence-order.test.ts',
      'apps/server/src/features/presence/check-writer/order.pg.test.ts',
      '--testTimeout=1200000',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ORDER_RUNS: String(runs),
        ORDER_PG_RUNS: String(Math.ceil(runs / memoryRunsPerPostgresRun)),
      },
    },
  )
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
