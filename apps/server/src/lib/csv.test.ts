import { describe, expect, it } from 'vitest'
import { formatCsv } from './csv.ts'

describe('CSV text', () => {
  it('separates cells by commas and ends every row, including the last, with CRLF', () => {
    expect(formatCsv([['a', 1, null], ['b']])).toBe('a,1,\r\nb\r\n')
    expect(formatCsv([])).toBe('')
  })

  it.each([
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' kept as it is ', ' kept as it is '],
    ['', ''],
  ])('quotes %j only where necessary', (text, cell) => {
    expect(formatCsv([[text]])).toBe(`${cell}\r\n`)
  })

  it.each(['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])('disarms a text that begins with %j', lead => {
    const cell = lead === '\t' ? `"'${lead}1"` : `'${lead}1`
    expect(formatCsv([[`${lead}1`]])).toBe(`${cell}\r\n`)
  })

  it('does both where both are necessary', () => {
    expect(formatCsv([['=HYPERLINK("http://x","y")']])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
    expect(formatCsv([['\r=1']])).toBe(`"'\r'=1"\r\n`)
    expect(formatCsv([['\n=1']])).toBe(`"'\n'=1"\r\n`)
  })

  it.each([
    ['a;=1', `"a;'=1"`],
    ['a; "+1', `"a; ""'+1"`],
    ['a\t@x', `"a\t'@x"`],
    ['a\n-1', `"a\n'-1"`],
    ['=1;=2', `"'=1;'=2"`],
  ])(
    'disarms %j too, where a spreadsheet with semicolons or tabs as separators begins a cell',
    (text, cell) => {
      expect(formatCsv([[text]])).toBe(`${cell}\r\n`)
    },
  )

  it('leaves numbers and signs within a text unchanged', () => {
    expect(formatCsv([[-5, 'a-b', 'x=1']])).toBe('-5,a-b,x=1\r\n')
  })
})
