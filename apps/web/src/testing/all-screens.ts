/**
 * Import for its effect: every lazy screen is loaded with the test file, so that no test waits for one with its own
 * patience.
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
