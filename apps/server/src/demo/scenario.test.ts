import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { demoPeople, demoZones, scenario } from './demo-organisation.ts'

it('every key of the scenario names one row', () => {
  const rows = [demoPeople, demoZones, ...scenario.past.map(it => it.rows)].flat() as { key?: string }[]
  const keys = rows.flatMap(({ key }) => key ?? [])
  expect(keys.filter((key, n) => keys.indexOf(key) !== n)).toEqual([])
})

it('the demo is data: its rows are inserted in one place', () => {
  const sources = readdirSync(import.meta.dirname).filter(it => /(?<!test)\.ts$/.test(it))
  const inserts = sources.flatMap(file => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    return [...text.matchAll(/insertInto\(|\binsert into\b/g)].map(() => file)
  })
  // Write further rows into scenario.json.
  expect(inserts).toEqual(['seed-demo.ts'])
})
