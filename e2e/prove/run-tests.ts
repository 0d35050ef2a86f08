import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Variables that select the long form of tests. */
export type Variables = Readonly<Record<string, string>>

/** Runs these test files. Resolves to true if all their tests pass. */
export const runTests = (files: readonly string[], variables: Variables): Promise<boolean> =>
  runTool(['node_modules/vitest/vitest.mjs', 'run', ...files, '--testTimeout=1200000'], variables)

/** Runs these journeys. Resolves to true if all of them pass. */
export const runJourneys = (names: readonly string[], variables: Variables): Promise<boolean> =>
  runTool(
    ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', ...names],
    variables,
  )

async function runTool(args: readonly string[], variables: Variables): Promise<boolean> {
  const env = { ...process.env, ...variables }
  const tool = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  const [exitCode] = await once(tool, 'exit')
  return exitCode === 0
}
