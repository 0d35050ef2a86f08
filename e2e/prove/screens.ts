import { runJourneys, runTests } from './run-tests.ts'

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

const linkTest = 'apps/web/src/app/every-route.test.tsx'

export const screenVariables = { SCREENS: 'all' }
export const screenTests = [linkTest, ...longForms.map(it => `e2e/journeys/${it}.spec.ts`)]

/** Runs the journeys about screens in their long form (see `isLongForm`), and the test of links with every path and every role. */
export async function proveScreens(): Promise<boolean> {
  const haveLinks = await runTests([linkTest], screenVariables)
  return (await runJourneys(longForms, screenVariables)) && haveLinks
}
