import { runTests } from './run-tests.ts'

/** Upgrades the stored database of every release and starts the server on it, instead of only on the oldest. */
export const proveReleases = (): Promise<boolean> =>
  runTests(['e2e/durability/releases.pg.test.ts'], { RELEASES: 'all' })
