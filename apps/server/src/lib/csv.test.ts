import { describe, expect, it } from 'vitest'
import { csvText } from './csv.ts'

describe('CSV text', () => {
  it('separates cells by commas and ends every row, including the last, with CRLF', () => {
    expect(csvText([['a', 1, null], ['b']])).toBe('a,1,\r\nb\r\n')
    expect(csvText([])).toBe('')
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
    expect(csvText([[text]])).toBe(`${cell}\r\n`)
  })

  it.each(['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])('disarms a text that begins with %j', lead => {
    const cell = lead === '\t' ? `"'${lead}1"` : `'${lead}1`
    expect(csvText([[`${lead}1`]])).toBe(`${cell}\r\n`)
  })

  it('does both where both are necessary', () => {
    expect(csvText([['=HYPERLINK("http://x","y")']])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
    expect(csvText([['\r=1']])).toBe(`"'\r'=1"\r\n`)
    expect(csvText([['\n=1']])).toBe(`"'\n'=1"\r\n`)
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
      expect(csvText([[text]])).toBe(`${cell}\r\n`)
    },
  )

  it('leaves numbers and signs within a text unchanged', () => {
    expect(csvText([[-5, 'a-b', 'x=1']])).toBe('-5,a-b,x=1\r\n')
  })
})
