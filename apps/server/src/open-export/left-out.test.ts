import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { leftOutOfAll, leftOutOfOrganisation } from './left-out.ts'

const page = readFileSync(new URL('../../../../docs/open-export.md', import.meta.url), 'utf8')

it('docs/open-export.md names each table that is left out, with the reason', () => {
  const documented = [...page.matchAll(/^- `([a-z_.]+)`: (.*)$/gm)].map(([, name, reason]) => [name, reason])
  const known = [leftOutOfAll, leftOutOfOrganisation].flatMap(it =>
    Object.entries(it).map(([name, reason]) => [name.replace(/^public\./, ''), reason]),
  )
  expect(documented).toEqual(known)
})
