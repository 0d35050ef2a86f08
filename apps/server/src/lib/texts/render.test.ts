import { msg, plural } from '@lingui/core/runtime-macro'
import { describe, expect, it } from 'vitest'
import { localDay } from './local-day.ts'
import { render, renderAll } from './render.ts'
import { translate } from './testing/translate.ts'

const leftText = (name: string, zone: string) => msg`${{ name }} left ${{ zone }} (test).`
translate(leftText('', ''), 'ar', 'غادر {name} {zone}.')

const missingText = (count: number) =>
  msg`${plural({ count }, { one: '# person is missing', other: '# people are missing' })} (test)`
translate(missingText(0), 'hi', '{count, plural, one {# व्यक्ति} other {# लोग}}')

const criticalText = msg`Critical (test)`
translate(criticalText, 'ar', 'حرج')
const titleText = (title: string) => msg`${{ severity: criticalText }}: ${{ title }} (test)`

describe('a text', () => {
  it('is rendered in the language of its reader', () => {
    expect(render(leftText('Ada', 'North Gate'), 'en')).toBe('Ada left North Gate (test).')
    expect(render(leftText('Ada', 'North Gate'), 'ar')).toBe('غادر Ada North Gate.')
  })

  it('is English where it has no translation, and in a language that is not offered', () => {
    expect(render(leftText('Ada', 'North Gate'), 'hi')).toBe('Ada left North Gate (test).')
    expect(render(leftText('Ada', 'North Gate'), 'fr')).toBe('Ada left North Gate (test).')
  })

  it('stays unchanged if it is somebody’s own words', () => {
    expect(render('Gas {leak}', 'ar')).toBe('Gas {leak}')
    expect(render(leftText('{zone}', "it's"), 'en')).toBe("{zone} left it's (test).")
  })

  it('uses the plural form and number format of the language', () => {
    expect([1, 2, 12_345].map(count => render(missingText(count), 'en'))).toEqual([
      '1 person is missing (test)',
      '2 people are missing (test)',
      '12,345 people are missing (test)',
    ])
    expect(render(missingText(1_234_567), 'hi')).toBe('12,34,567 लोग')
    expect(render(msg`${{ count: 1_234_567 }} checks (test)`, 'hi')).toBe('12,34,567 checks (test)')
    expect(render(missingText(1), 'en-XA')).toBe('1 person is missing (test)')
  })

  it('contains other texts in the same language', () => {
    expect(render(titleText('Gas leak'), 'en')).toBe('Critical (test): Gas leak (test)')
    expect(render(titleText('Gas leak'), 'ar')).toBe('حرج: Gas leak (test)')
  })

  it('contains days in the format of the language', () => {
    const sinceText = msg`Since ${{ day: localDay('2026-11-05') }} (test)`
    expect(render(sinceText, 'en')).toBe('Since 5 Nov 2026 (test)')
    expect(render(sinceText, 'hi')).toBe('Since 5 नव॰ 2026 (test)')
    expect(render(localDay('2026-11-05'), 'ar')).toContain('2026')
  })

  it('contains values whose form depends on the language', () => {
    const day = (language: string) => `day in ${language}`
    expect(render(msg`Since ${{ day }} (test)`, 'hi')).toBe('Since day in hi (test)')
  })
})

it('renders a text once in each language', () => {
  expect(renderAll(leftText('Ada', 'North Gate'))).toEqual({
    en: 'Ada left North Gate (test).',
    ar: 'غادر Ada North Gate.',
    hi: 'Ada left North Gate (test).',
    'en-XA': 'Ada left North Gate (test).',
  })
  expect(renderAll('Gas leak')).toEqual({
    en: 'Gas leak',
    ar: 'Gas leak',
    hi: 'Gas leak',
    'en-XA': 'Gas leak',
  })
})
