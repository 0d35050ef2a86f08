import { expect, it } from 'vitest'
import { parseEmailList } from './parse-email-list.ts'

it('parses addresses separated by lines, commas, semicolons and spaces, with names in front', () => {
  const text =
    'Ana@Example.com\r\nBo Lind <bo@x.example>; "Cy" <cy@x.example>,dee@x.example eve@x.example\nFay Oz fay@x.example\n\n'
  expect(parseEmailList(text)).toEqual({
    emails: [
      'ana@example.com',
      'bo@x.example',
      'cy@x.example',
      'dee@x.example',
      'eve@x.example',
      'fay@x.example',
    ],
    repeated: [],
    bad: [],
  })
})

it('names the lines that hold no address, and addresses that are there twice', () => {
  expect(parseEmailList('a@x.example\nBo Lind\nA@x.example, c@nowhere\n<>')).toEqual({
    emails: ['a@x.example'],
    repeated: ['a@x.example'],
    bad: [
      { line: 2, text: 'Bo Lind' },
      { line: 3, text: 'c@nowhere' },
      { line: 4, text: '' },
    ],
  })
})
