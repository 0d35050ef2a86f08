import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { bundleReport, type Chunk, overBudget } from './bundle-report.ts'

const chunk = (fileName: string, changes: Partial<Chunk>): Chunk => ({
  fileName,
  code: '',
  isEntry: false,
  isDynamicEntry: false,
  facadeModuleId: null,
  imports: [],
  modules: {},
  ...changes,
})
/** Generates incompressible content. */
const noise = (bytes: number) =>
  randomBytes(bytes)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, 'x')

const main = chunk('main.js', {
  code: noise(3000),
  isEntry: true,
  imports: ['shared.js'],
  modules: { '/root/apps/web/src/app/main.tsx': { renderedLength: 700 } },
})
const shared = chunk('shared.js', {
  code: noise(3000),
  modules: { '/root/node_modules/react-dom/client.js': { renderedLength: 2300 } },
})
const zones = chunk('zones.js', {
  code: noise(3000),
  isDynamicEntry: true,
  facadeModuleId: '/root/apps/web/src/features/zones/zones-page.tsx',
  imports: ['shared.js', 'cards.js'],
})
const cards = chunk('cards.js', { code: noise(3000) })

it('adds up the initial chunks with all their imports, and lists each screen with what it adds', () => {
  const report = bundleReport([main, shared, zones, cards])
  const one = bundleReport([{ ...main, imports: [] }]).initialBytes
  expect(report.initialBytes).toBeGreaterThan(1.5 * one)
  expect(report.initialBytes).toBeLessThan(2.5 * one)
  expect(report.lines[0]).toMatch(/kB loads first/)
  expect(report.lines[1]).toMatch(
    /^\d\.\d kB features\/zones\/zones-page\.tsx adds, \d\.\d kB of it its own$/,
  )
  const [added = 0, own = 0] = report.lines[1]?.match(/\d\.\d/g)?.map(Number) ?? []
  expect(added / own).toBeCloseTo(2, 0)
  expect(report.lines).toHaveLength(2)
})

it('reports by how much the budget is exceeded, with the largest modules first', () => {
  const report = bundleReport([main, shared, zones, cards])
  expect(overBudget(report, report.initialBytes)).toBeUndefined()
  const problem = overBudget(report, report.initialBytes - 1)
  expect(problem).toContain('the budget is')
  expect(problem?.indexOf('2.3 kB react-dom/client.js')).toBeGreaterThan(0)
  expect(problem?.indexOf('0.7 kB app/main.tsx')).toBeGreaterThan(problem?.indexOf('react-dom') ?? 0)
})
