import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', '**/dist/**']

/** When a test hangs (ms). No test proves that something is quick by it: machines differ, and run other things beside. */
const limit = 60_000

/**
 * Two files at a time, also on two cores, and each worker loads the code once for all its files, which takes longer than
 * most of them: what a test leaves behind in a module is its own to clean up (apps/web/src/testing/clean-up.ts does it for
 * every DOM test; a test on Postgres makes its services, with all they keep, for itself).
 */
const shared = {
  maxWorkers: 2,
  isolate: false,
  // A second, the library's own patience, is less than a busy machine may stand still.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'e2e/**/*.test.ts',
          ],
          exclude: [...never, '**/*.pg.test.ts'],
          testTimeout: limit,
        },
      },
      {
        test: {
          ...shared,
          name: 'pg',
          include: ['apps/server/**/*.pg.test.ts', 'e2e/**/*.pg.test.ts'],
          exclude: never,
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: limit,
          hookTimeout: limit,
        },
      },
      {
        test: {
          ...shared,
          name: 'dom',
          include: ['apps/{web,mobile}/**/*.test.tsx'],
          exclude: never,
          environment: 'happy-dom',
          // No test reads a style that comes from a sheet, and working one out for each element costs a quarter of the time.
          // A desk: no screen hides anything for want of room.
          environmentOptions: {
            happyDOM: { width: 1280, settings: { disableComputedStyleRendering: true } },
          },
          setupFiles: ['apps/web/src/testing/clean-up.ts'],
          testTimeout: limit,
        },
      },
    ],
  },
})
