import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { proofs } from './list.ts'
import { ArgumentProblem } from './proof.ts'

const root = join(import.meta.dirname, '../..')
const allTests = new Set(
  globSync(
    ['packages', 'apps', 'scripts', 'e2e'].map(it => `${it}/**/*.{test.ts,test.tsx,spec.ts}`),
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  ),
)
const sources = globSync(
  ['packages', 'apps/server', 'e2e'].map(it => `${it}/**/*.ts`),
  {
    cwd: root,
    exclude: ['**/node_modules/**', 'e2e/prove/*'],
  },
).map(it => readFileSync(join(root, it), 'utf8'))

const entries = Object.entries(proofs)

it.each(entries)('the proof %s is played in the test run, or says why not', (_name, { short }) => {
  if ('tests' in short) expect(short.tests.filter(it => !allTests.has(it))).toEqual([])
  else expect(Object.values(short)).toEqual([expect.stringMatching(/./)])
})

it('the variables that a proof sets are read by test files', () => {
  const names = entries.flatMap(([, { variables = [] }]) => variables)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter(name => !sources.some(it => it.includes(`process.env.${name}`)))).toEqual([])
})

it('a proof that this machine cannot run says why in one line', () => {
  const obstacles = entries.flatMap(([, { findObstacle }]) => findObstacle?.(undefined) ?? [])
  for (const obstacle of obstacles) expect(obstacle).toMatch(/^.+[.)]$/)
})

it.each(entries.filter(([, { argument }]) => argument?.match(/^(how many|one)/)))(
  'the proof %s refuses an argument that does not exist',
  async (_name, { run }) => {
    await expect((async () => run('nonsense'))()).rejects.toThrow(ArgumentProblem)
  },
)
