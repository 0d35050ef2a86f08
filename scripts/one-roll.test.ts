import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const product = ['apps', 'packages', ':!*.test.ts', ':!*.test.tsx', ':!*/testing/*', ':!*.generated.*']

/** Lists the files of the product that match a pattern. */
const listFiles = (pattern: string) =>
  execFileSync('git', ['grep', '-lE', pattern, '--', ...product], { encoding: 'utf8' })
    .trim()
    .split('\n')

it('everybody comes onto a roll in one file', () => {
  expect(listFiles(String.raw`insert into emergency_people\b|insertInto\('emergency_people'\)`)).toEqual([
    'apps/server/src/features/emergencies/roll.queries.ts',
  ])
})

it('defines the words for states and reasons once for screens, prints and files', () => {
  expect(listFiles('(t|msg)`(Possibly inside|Expected, not seen)`')).toEqual([
    'packages/domain/src/roll-texts.ts',
  ])
})

it('gives captains and responders parts of one shape of a person', () => {
  expect(listFiles(String.raw`seenOutsideAt: |badgeOut: z\.|uncountedReason: z\.`)).toEqual([
    'apps/server/src/features/emergencies/roll-people.view.ts',
    'packages/contract/src/roll-person.ts',
  ])
})
