/**
 * Import for its side effect: loads every lazy screen with the test file, so that loading does not count towards a test's
 * time-outs.
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
