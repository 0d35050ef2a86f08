/**
 * Loads every lazy screen together with the test file, so that loading does not count towards a test's timeouts. Import it for this
 * side effect.
 */
import.meta.glob(
  [
    '../app/{screens,shell}/*.tsx',
    '../app/signed-in.tsx',
    '../features/{auth,dashboards,two-step}/*.tsx',
    '!**/*.test.tsx',
  ],
  { eager: true },
)
