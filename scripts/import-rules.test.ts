import { describe, expect, test } from 'vitest'
import { findImportProblems } from './import-rules.ts'

const problems = (path: string, ...specifiers: string[]) =>
  findImportProblems([{ path, text: specifiers.map(it => `import { x } from '${it}'`).join('\n') }])

const server = 'apps/server/src'
const web = 'apps/web/src'

describe('forbidden imports', () => {
  test.each([
    ['packages/domain/src/role.ts', 'node:fs', 'domain is pure'],
    ['packages/domain/src/role.ts', 'zod', 'domain is pure'],
    ['packages/domain/src/role.ts', '@muster/contract/zones.ts', 'domain is pure'],
    ['packages/domain/src/role.ts', '../../../apps/server/src/lib/x.ts', 'domain is pure'],
    ['packages/domain/src/role.test.ts', '@muster/contract/zones.ts', 'domain is pure'],
    ['packages/contract/src/zones.ts', '../../../apps/server/src/lib/x.ts', 'contract may only'],
    ['packages/contract/src/zones.ts', '@muster/server/src/lib/x.ts', 'contract may only'],
    ['packages/contract/src/zones.ts', 'node:crypto', 'runs in the browser'],
    [`${server}/lib/x.ts`, '../../../../packages/domain/src/role.ts', '"@muster/domain/role.ts"'],
    [`${web}/lib/x.ts`, '../../../server/src/lib/x.ts', 'must not import'],
    [`${server}/features/zones/x.ts`, '../presence/presence.queries.ts', 'only what its index.ts names'],
    [`${server}/features/zones/x.ts`, '../presence/enter-zone.ts', 'only what its index.ts names'],
    [`${web}/features/zones/x.tsx`, '../presence/presence.queries.ts', 'must not import web/presence'],
    [`${server}/lib/x.ts`, '../features/zones/zones.queries.ts', 'lib/ must not know'],
    [`${server}/rpc/x.ts`, '../features/zones/zones.policy.ts', 'rpc/ must not know'],
    [`${server}/live/x.ts`, '../features/zones/zones.live.ts', 'live/ must not know'],
    [`${server}/db/x.ts`, '../features/zones/zones.queries.ts', 'db/ must not know'],
    [`${web}/ui/x.tsx`, '../features/zones/zone-card.tsx', 'ui/ must not know'],
    [`${web}/map/x.tsx`, '../features/zones/zone-card.tsx', 'map/ must not know'],
    [`${server}/features/zones/x.ts`, '../../app/router.ts', 'app/ puts the parts together'],
    [`${web}/ui/x.tsx`, '../app/providers.tsx', 'app/ puts the parts together'],
    [`${server}/features/zones/x.ts`, '../../testing/factories.ts', 'for tests only'],
  ])('%s -> %s', (path, specifier, message) => {
    const found = problems(path, specifier)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ path, line: 1, message: expect.stringContaining(message) })
  })

  test.each([`${web}/features/zones/index.ts`, `${server}/lib/index.ts`, 'packages/domain/src/index.ts'])(
    'the barrel %s',
    path => {
      expect(problems(path)).toMatchObject([{ message: expect.stringContaining('No barrels') }])
    },
  )
})

describe('allowed imports', () => {
  test.each([
    ['packages/domain/src/geo/bounds.ts', './distance.ts'],
    ['packages/domain/src/geo/bounds.test.ts', '@turf/turf'],
    ['packages/contract/src/zones.ts', '@muster/domain/role.ts'],
    ['packages/contract/src/zones.ts', 'zod'],
    [`${server}/features/zones/x.ts`, './zones.queries.ts'],
    [`${server}/features/zones/x.ts`, '../presence/index.ts'],
    [`${server}/features/zones/x.ts`, '../../lib/x.ts'],
    [`${server}/features/zones/x.ts`, '@muster/contract/zones.ts'],
    [`${server}/features/zones/x.ts`, '../../app/env.ts'],
    [`${server}/features/zones/x.pg.test.ts`, '../../testing/factories.ts'],
    [`${server}/features/zones/x.pg.test.ts`, '../presence/enter-zone.ts'],
    [`${server}/features/presence/testing.ts`, '../../testing/factories.ts'],
    [`${server}/app/router.ts`, '../features/zones/zones.procedures.ts'],
    [`${web}/app/routes/zones.tsx`, '../../features/zones/zones-page.tsx'],
    [`${web}/features/zones/x.tsx`, '../../app/paths.ts'],
    [`${web}/features/zones/x.tsx`, '../presence/public.ts'],
  ])('%s -> %s', (path, specifier) => {
    expect(problems(path, specifier)).toEqual([])
  })
})

test('every way of writing an import is seen, and comments are not', () => {
  const text = `// import { x } from 'node:fs'
/* import 'node:fs' */
import 'node:a'
import type { X } from 'node:b'
import {
  x,
  y,
} from 'node:c'
export * from 'node:d'
export { x } from "node:e"
const z = await import('node:f')
const notAnImport = 'node:g'
`
  const found = findImportProblems([{ path: 'packages/domain/src/role.ts', text }])
  expect(found.map(it => [it.line, /node:\w/.exec(it.message)?.[0]])).toEqual([
    [3, 'node:a'],
    [4, 'node:b'],
    [5, 'node:c'],
    [9, 'node:d'],
    [10, 'node:e'],
    [11, 'node:f'],
  ])
})
