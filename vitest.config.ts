import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { textsInPlace } from './apps/web/build/texts-in-place.ts'
import { LongFilesFirst } from './scripts/testing/long-files-first.ts'

const never = ['**/node_modules/**', '**/dist/**']

/**
 * Milliseconds after which a test counts as hanging. No test proves speed this way: machines differ and run other programs as well.
 */
const limit = 60_000

/**
 * Runs three files at a time, even on two cores, because a worker waits for a third of its time: for timers, for PostgreSQL and for code
 * to be transformed. Each worker loads the code once for all its files, because loading takes longer than
 * most tests. A test must therefore clean up what it leaves in a module (apps/web/src/testing/clean-up.ts does so for every DOM
 * test; a test on Postgres creates its own services and their caches).
 */
const shared = {
  maxWorkers: 3,
  isolate: false,
  // Rendering a page creates much that is soon garbage. With more room for young objects, collecting it takes half of the time.
  execArgv: ['--max-semi-space-size=64'],
  // The library's default of one second is shorter than a busy machine may stall.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        plugins: [textsInPlace()],
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
          setupFiles: ['apps/web/src/testing/activate-english.ts'],
          testTimeout: limit,
        },
      },
      {
        plugins: [textsInPlace()],
        resolve: {
          alias: {
            '@node-rs/argon2': fileURLToPath(
              new URL('apps/server/src/testing/cheap-argon2.ts', import.meta.url),
            ),
          },
        },
        test: {
          ...shared,
          // A worker also waits while PostgreSQL works, which is half of the time.
          maxWorkers: 4,
          // Vitest refuses projects with different numbers of workers at the same time.
          sequence: { groupOrder: 1 },
          name: 'pg',
          include: ['apps/server/**/*.pg.test.ts', 'bench/**/*.pg.test.ts', 'e2e/**/*.pg.test.ts'],
          exclude: never,
          setupFiles: ['apps/web/src/testing/activate-english.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: limit,
          hookTimeout: limit,
        },
      },
      {
        plugins: [textsInPlace()],
        test: {
          ...shared,
          name: 'dom',
          include: ['apps/{web,mobile}/**/*.test.tsx'],
          exclude: never,
          environment: 'happy-dom',
          // No test reads styles from a style sheet, and computing them for each element costs a quarter of the time. The width is
          // that of a desktop, so no screen hides anything for lack of space.
          environmentOptions: {
            happyDOM: { width: 1280, settings: { disableComputedStyleRendering: true } },
          },
          setupFiles: ['apps/web/src/testing/activate-english.ts', 'apps/web/src/testing/clean-up.ts'],
          testTimeout: limit,
        },
      },
    ],
  },
})
