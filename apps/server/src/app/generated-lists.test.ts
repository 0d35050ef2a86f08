import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileCatalogues } from './testing/catalogues.ts'
import { generatedLists } from './testing/generated-lists.ts'

it.each([...generatedLists(), ...(await compileCatalogues())])(
  '$path is as `npm run generate` writes it',
  ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  },
)
