import { runTests } from './run-tests.ts'

/** Runs the tests of refetching with every read of every viewer after each step: see `isLongForm` in `refetch/`. */
export const proveRefetch = (): Promise<boolean> =>
  runTests(['e2e/refetch/refetch.pg.test.ts'], { REFETCH: 'all' })
