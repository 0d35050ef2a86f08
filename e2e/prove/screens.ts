import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The journeys that have a long form: those with a sweep, a second device, or a check of accessibility. */
const longForms = [
  'screens',
  'accessibility',
  'messages',
  'draw-holes',
  'base-map',
  'admission',
  'another-own-zone',
  'passwords',
  'reports',
  'security',
  'server-gone',
  'settings',
  'shell',
  'two-step',
  'urgent-question',
]

/** Runs the journeys about screens in their long form (see `isLongForm`), and the test of links with every path and every role. */
export async function proveScreens(): Promise<boolean> {
  const haveLinks = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    'apps/web/src/app/every-route.test.tsx',
  ])
  return (
    (await run([
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      ...longForms,
    ])) && haveLinks
  )
}

async function run(args: string[]): Promise<boolean> {
  const testProcess = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SCREENS: 'all' },
  })
  const [exitCode] = await once(testProcess, 'exit')
  return exitCode === 0
}
