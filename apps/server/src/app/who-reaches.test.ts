import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ownerOnly, tables } from './testing/access-table/database.ts'
import { differences } from './testing/access-table/roles-of.ts'

const schema = readFileSync(new URL('../db/schema.generated.ts', import.meta.url), 'utf8')

it('the table says of every table of the database whether a request reaches it; access-in-sql.pg.test.ts tries it', () => {
  const names = [...schema.matchAll(/^ {2}'([\w.]+)': \{$/gm)].map(([, name = '']) =>
    name.includes('.') ? name : `public.${name}`,
  )
  expect(names.length).toBeGreaterThan(30)
  // What the migrator keeps for itself is no part of the types.
  names.push('public.schema_functions', 'public.schema_migrations')
  const said = [...tables.map(line => line.split(' | ')[0] ?? ''), ...ownerOnly]
  expect(differences('database.ts', said, names)).toEqual([])
})
