import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pointsPerRun = 10

/** Runs the geometry tests against Turf with this many random points, instead of the few in the normal test run. */
export async function proveGeometry(points: number): Promise<boolean> {
  const testProcess = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'packages/domain/src/geofence-turf.test.ts',
      '--testTimeout=1200000',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, GEOMETRY_RUNS: String(Math.ceil(points / pointsPerRun)) },
    },
  )
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
