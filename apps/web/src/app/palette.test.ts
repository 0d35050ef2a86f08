import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { contrast, mix, parseHex, type Rgb } from '../testing/contrast.ts'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

/** Reads the variables from one block of theme.css. */
function readVariables(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--m-([a-z-]+):\s*([^;]+);/g)].map(([, key, value]) => [key, value]),
  )
}

const lightPalette = readVariables(':root')
const darkPalette = { ...lightPalette, ...readVariables(':root[data-mantine-color-scheme="dark"]') }

const backgrounds = ['ground', 'surface', 'raised']
const textColors = ['ink', 'quiet', 'danger', 'inside', 'uncertain', 'accent-strong']
/** The tones of tags, badges and panels: their text is on a tint of the same colour. */
const tones = [
  'quiet',
  'inside',
  'outside',
  'uncertain',
  'high',
  'danger',
  'normal',
  'accent-strong',
  'caution-text',
]
/** All other pairs of a foreground colour and its background. */
const colorPairs = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-fill', 'danger'],
  ['accent-strong', 'accent-tint'],
  ['accent', 'surface'],
  ['danger', 'danger-tint'],
  ['ink', 'danger-tint'],
  ['quiet', 'danger-tint'],
  ['caution-text', 'caution-ground'],
] as const

describe.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('the %s palette', (_scheme, palette) => {
  const readColor = (name: string): Rgb => parseHex(palette[name] ?? '')
  const tintFraction = Number.parseFloat(palette.tint ?? '') / 100

  it.each(textColors.flatMap(text => backgrounds.map(background => [text, background] as const)))(
    '%s is legible on %s',
    (text, background) =>
      expect(contrast(readColor(text), readColor(background))).toBeGreaterThanOrEqual(4.5),
  )

  it.each(colorPairs)('%s is legible on %s', (text, background) =>
    expect(contrast(readColor(text), readColor(background))).toBeGreaterThanOrEqual(4.5),
  )

  it.each(tones)('%s is legible on its own tint', tone =>
    expect(
      contrast(readColor(tone), mix(readColor(tone), tintFraction, readColor('surface'))),
    ).toBeGreaterThanOrEqual(4.5),
  )

  it.each([
    ['focus', 'ground'],
    ['focus', 'surface'],
    ['focus', 'raised'],
    ['line-strong', 'ground'],
    ['line-strong', 'surface'],
  ])('the edge %s is visible on %s', (edge, background) =>
    expect(contrast(readColor(edge), readColor(background))).toBeGreaterThanOrEqual(3),
  )
})

test('contrast follows the WCAG formula', () => {
  expect(contrast(parseHex('#000000'), parseHex('#ffffff'))).toBeCloseTo(21, 5)
  expect(contrast(parseHex('#777777'), parseHex('#ffffff'))).toBeCloseTo(4.478, 3)
})
