import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { narrowQuery } from './use-screen.ts'

it('a page’s bar stops being sticky at exactly the width where its fields become narrow', () => {
  const css = readFileSync(new URL('../styles/shared.css', import.meta.url), 'utf8')
  const [, wideQuery] =
    css.match(/\.toolbar \{[^}]*@media (\([^)]*em\)), \(max-height: 30em\) \{\s*position: static/) ?? []
  expect(wideQuery).toBe(narrowQuery)
})
