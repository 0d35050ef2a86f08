import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importRules } from './import-rules.ts'
import { type Finding, findImportProblems } from './lib/find-import-problems.ts'

const server = 'apps/server/src'
const web = 'apps/web/src'
const domain = 'packages/domain/src'
const contract = 'packages/contract/src'

/** Files, each with an import and the rule that forbids it. */
const forbidden = [
  [`${domain}/a.ts`, 'node:fs', 'domain-stands-alone'],
  [`${domain}/b.ts`, 'zod', 'domain-stands-alone'],
  [`${domain}/c.ts`, '@muster/contract/zones.ts', 'domain-stands-alone'],
  [`${domain}/d.test.ts`, '@muster/contract/zones.ts', 'domain-tests-stand-alone'],
  [`${contract}/a.ts`, '../../../apps/server/src/lib/tool.ts', 'contract-knows-only-domain'],
  [`${contract}/b.ts`, 'node:crypto', 'contract-runs-in-browser'],
  [`${server}/lib/a.ts`, '../../../../packages/domain/src/role.ts', 'packages-by-name'],
  [`${web}/lib/a.ts`, '../../../server/src/lib/tool.ts', 'apps-stay-apart'],
  [`${server}/features/zones/a.ts`, '../presence/presence.queries.ts', 'server-features-by-index'],
  [`${server}/features/zones/b.ts`, '../presence/enter-zone.ts', 'server-features-by-index'],
  [`${web}/features/zones/a.tsx`, '../presence/presence-card.tsx', 'web-features-by-public'],
  [`${server}/lib/b.ts`, '../features/zones/index.ts', 'tools-know-no-feature'],
  [`${server}/rpc/a.ts`, '../features/zones/zones.policy.ts', 'tools-know-no-feature'],
  [`${server}/live/a.ts`, '../features/zones/zones.policy.ts', 'tools-know-no-feature'],
  [`${server}/db/a.ts`, '../features/zones/zones.policy.ts', 'tools-know-no-feature'],
  [`${server}/jobs/a.ts`, '../features/zones/index.ts', 'tools-know-no-feature'],
  [`${server}/platform/a.ts`, '../features/zones/index.ts', 'tools-know-no-feature'],
  [`${web}/ui/a.tsx`, '../features/zones/zone-card.tsx', 'tools-know-no-feature'],
  [`${web}/map/a.tsx`, '../features/zones/zone-card.tsx', 'tools-know-no-feature'],
  [`${server}/features/zones/m.ts`, 'pdfkit', 'files-have-one-writer'],
  [`${server}/features/zones/c.ts`, '../../app/router.ts', 'only-app-assembles'],
  [`${web}/ui/b.tsx`, '../app/providers.tsx', 'only-app-assembles'],
  [`${server}/app/b.ts`, '../features/zones/zones.feature.ts', 'features-in-one-list'],
  [`${web}/app/b.ts`, '../features/zones/zones.feature.ts', 'features-in-one-list'],
  [`${server}/features/zones/d.ts`, '../../testing/factories.ts', 'test-tools-stay-in-tests'],
  [`${server}/features/zones/e.ts`, '../presence/testing/checks.ts', 'test-tools-stay-in-tests'],
  [`${web}/features/zones/b.ts`, '../../lib/index.ts', 'no-barrels'],
  [`${server}/lib/c.ts`, './nowhere.ts', 'is-there'],
] as const

const allowed = [
  [`${domain}/e.ts`, './role.ts'],
  [`${domain}/f.test.ts`, 'zod'],
  [`${contract}/c.ts`, '@muster/domain/role.ts'],
  [`${contract}/d.ts`, 'zod'],
  [`${server}/features/zones/f.ts`, './zones.policy.ts'],
  [`${server}/features/zones/g.ts`, '../presence/index.ts'],
  [`${server}/features/zones/h.ts`, '../../lib/tool.ts'],
  [`${server}/lib/pdf/a.ts`, 'pdfkit'],
  [`${server}/features/zones/i.ts`, '@muster/contract/zones.ts'],
  [`${server}/features/zones/j.ts`, '../../platform/env.ts'],
  [`${server}/features/zones/k.pg.test.ts`, '../../testing/factories.ts'],
  [`${server}/features/zones/l.pg.test.ts`, '../presence/enter-zone.ts'],
  [`${server}/features/presence/testing.ts`, '../../testing/factories.ts'],
  [`${server}/app/a.ts`, '../features/zones/zones.policy.ts'],
  [`${server}/app/features.ts`, '../features/zones/zones.feature.ts'],
  [`${web}/app/features.ts`, '../features/zones/zones.feature.ts'],
  [`${web}/app/routes/a.tsx`, '../../features/zones/zone-card.tsx'],
  [`${web}/features/zones/c.tsx`, '../../lib/paths.ts'],
  [`${web}/features/zones/d.tsx`, '../presence/public.tsx'],
] as const

/** The files that the cases import. */
const targets = [
  ...[`${domain}/role.ts`, `${contract}/zones.ts`, `${server}/lib/tool.ts`, `${server}/app/router.ts`],
  ...[`${server}/platform/env.ts`, `${server}/testing/factories.ts`, `${web}/lib/paths.ts`],
  ...[`${web}/app/providers.tsx`, `${web}/lib/index.ts`],
  ...['presence.queries.ts', 'enter-zone.ts', 'index.ts', 'testing/checks.ts'].map(
    it => `${server}/features/presence/${it}`,
  ),
  ...['zones.policy.ts', 'zones.feature.ts', 'index.ts'].map(it => `${server}/features/zones/${it}`),
  ...['presence-card.tsx', 'public.tsx'].map(it => `${web}/features/presence/${it}`),
  ...['zone-card.tsx', 'zones.feature.ts'].map(it => `${web}/features/zones/${it}`),
]

/** Every way to write an import, each forbidden in this file, together with comments and a string that are not imports. */
const waysOfImporting = `// import { x } from 'node:fs'
/* import 'node:fs' */
import 'node:http'
import type { X } from 'node:net'
export * from 'node:dns'
export { x } from "node:os"
const z = await import('node:url')
const notAnImport = 'node:tty'
`

let root: string
let findings: Finding[]

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'muster-imports-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of targets) write(path, 'export const x = 1\n')
  for (const [path, specifier] of [...forbidden, ...allowed])
    write(path, `import { x } from '${specifier}'\n`)
  write(`${domain}/ways.ts`, waysOfImporting)
  write(`${web}/lib/egg.ts`, `import { x } from './hen.ts'\n`)
  write(`${web}/lib/hen.ts`, `import { x } from './egg.ts'\n`)
  // A cycle of features without a cycle of files.
  write(`${web}/features/alerts/public.ts`, 'export const x = 1\n')
  write(`${web}/features/alerts/card.ts`, `import { x } from '../groups/public.ts'\n`)
  write(`${web}/features/groups/public.ts`, 'export const x = 1\n')
  write(`${web}/features/groups/card.ts`, `import { x } from '../alerts/public.ts'\n`)
  for (const name of ['domain', 'contract'])
    write(
      `packages/${name}/package.json`,
      JSON.stringify({ name: `@muster/${name}`, exports: { './*': './src/*' } }),
    )
  for (const name of ['zod', 'pdfkit']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
  mkdirSync(join(root, 'node_modules/@muster'))
  for (const name of ['domain', 'contract'])
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@muster', name))
  findings = (await findImportProblems(root)).findings
}, 30_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const rulesAgainst = (path: string) => findings.filter(it => it.from === path).map(it => it.rule)

describe('forbidden imports', () => {
  test.each(forbidden)('%s -> %s', (path, _specifier, rule) => {
    expect(rulesAgainst(path)).toContain(rule)
  })

  test('cycles of two files or two features are found', () => {
    expect(findings.map(it => it.rule)).toContain('not-in-a-circle')
    const circles = findings.filter(it => it.rule === 'features-not-in-a-circle').map(it => it.from)
    expect(circles.sort()).toEqual([`${web}/features/alerts`, `${web}/features/groups`])
  })

  test('every syntax of an import is found, and comments are ignored', () => {
    const targets = findings.filter(it => it.from === `${domain}/ways.ts`).map(it => it.to)
    expect([...new Set(targets)].sort()).toEqual(['dns', 'http', 'net', 'os', 'url'])
  })
})

describe('allowed imports', () => {
  test.each(allowed)('%s -> %s', path => expect(rulesAgainst(path)).toEqual([]))
})

test('every rule says where the code should go, and has a test case', () => {
  const tried = new Set<string | undefined>([...forbidden.map(it => it[2]), 'not-in-a-circle'])
  expect(importRules.filter(rule => !rule.comment || !tried.has(rule.name))).toEqual([])
})
