import { runTests } from './run-tests.ts'

/** The tests of the access table that have a long form: see `isLongForm` in their folder `testing/access-table`. */
const longForms = ['access-table', 'access-to-things', 'access-in-sql', 'who-sees-what'].map(
  it => `apps/server/src/app/${it}.pg.test.ts`,
)

/** Runs the tests of the access table with every kind of person for every procedure, instead of the few in the normal test run. */
export const proveAccess = (): Promise<boolean> => runTests(longForms, { ACCESS: 'all' })
