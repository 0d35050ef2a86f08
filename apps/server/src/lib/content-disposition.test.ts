import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createContentDisposition } from './content-disposition.ts'

it.each([
  ['plan.pdf', 'inline; filename="plan.pdf"'],
  ['naïve plan.pdf', `inline; filename="naive plan.pdf"; filename*=UTF-8''na%C3%AFve%20plan.pdf`],
  ['सूची.csv', `inline; filename="__.csv"; filename*=UTF-8''%E0%A4%B8%E0%A5%82%E0%A4%9A%E0%A5%80.csv`],
  ['say "yes".txt', 'inline; filename="say _yes_.txt"'],
  [`it's (50%).txt`, `inline; filename="it's (50_).txt"; filename*=UTF-8''it%27s%20%2850%25%29.txt`],
  ['../../etc/passwd', 'inline; filename="_.._etc_passwd"'],
  ['a\r\nSet-Cookie: x=1', 'inline; filename="aSet-Cookie_ x=1"'],
  // Displayed right-to-left, it would end in "exe.pdf".
  ['invoice\u202efdp.exe', 'inline; filename="invoicefdp.exe"'],
  ['\ud800.txt', `inline; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
  ['...', 'inline; filename="file"'],
  ['\u0301', `inline; filename="file"; filename*=UTF-8''%CC%81`],
  // Ends in a full-width backslash, which would escape the closing quote once normalised.
  ['a\uff3c', `inline; filename="a_"; filename*=UTF-8''a%EF%BC%BC`],
  ['', 'inline; filename="file"'],
])('%j becomes %s', (name, header) => {
  expect(createContentDisposition('inline', name)).toBe(header)
})

it('a long name keeps its extension', () => {
  expect(createContentDisposition('attachment', `${'x'.repeat(500)}.jpeg`)).toBe(
    `attachment; filename="${'x'.repeat(145)}.jpeg"`,
  )
})

it("the header is a single line of plain characters, whatever the file's name", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), name => {
      expect(createContentDisposition('attachment', name)).toMatch(
        /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"(; filename\*=UTF-8''[\w.~!$&+^`|%#{}-]+)?$/,
      )
    }),
  )
})
