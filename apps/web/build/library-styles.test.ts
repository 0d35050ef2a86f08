import { expect, it } from 'vitest'
import { findStyleProblems, parseStyles } from './library-styles.ts'

const chunk = (
  fileName: string,
  facadeModuleId: string | null,
  components: string[],
  imports: string[] = [],
) => ({
  fileName,
  facadeModuleId,
  imports,
  modules: Object.fromEntries(
    components.map(name => [
      `/x/@mantine/core/esm/components/${name}/${name}.module.mjs`,
      { renderedLength: 1 },
    ]),
  ),
})

const chunks = [
  chunk('start.js', '/x/src/app/start.tsx', ['Button']),
  chunk('login.js', '/x/src/app/screens/login.tsx', ['Input'], ['shared.js']),
  chunk('shared.js', null, ['Alert']),
  chunk('zones.js', '/x/src/features/zones/zones-page.tsx', ['Tabs', 'Button']),
]
const all = { first: new Set(['Button', 'Input', 'Alert']), signedIn: new Set(['Tabs']) }

it('finds the components of a style sheet', () => {
  expect([...parseStyles("@import '@mantine/core/styles/Button.layer.css';\n")]).toEqual(['Button'])
})

it('accepts lists with the styles of everything that is used', () => {
  expect(findStyleProblems(chunks, all)).toEqual([])
})

it('names a component of the sign-in whose styles load only with the shell', () => {
  const styles = { first: new Set(['Button', 'Input']), signedIn: new Set(['Tabs', 'Alert']) }
  expect(findStyleProblems(chunks, styles).join()).toContain('mantine-first.css lacks the styles of Alert')
})

it('names a component without styles', () => {
  expect(findStyleProblems(chunks, { ...all, signedIn: new Set() })).toEqual([
    'mantine-signed-in.css lacks the styles of Tabs',
  ])
})
