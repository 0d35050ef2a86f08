import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...never, '**/*.pg.test.ts'],
        },
      },
      {
        test: {
          name: 'pg',
          include: ['apps/server/**/*.pg.test.ts', 'e2e/**/*.pg.test.ts'],
          exclude: never,
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'dom',
          include: ['apps/web/**/*.test.tsx'],
          exclude: never,
          environment: 'happy-dom',
          testTimeout: 20_000,
        },
      },
    ],
  },
})
