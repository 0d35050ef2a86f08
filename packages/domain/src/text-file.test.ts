import { expect, it } from 'vitest'
import { decodeText } from './text-file.ts'

const text = 'Tor 4: Schlüssel für Müller\r\n\tÖffnet täglich'
const byteOrderMark = '\ufeff'
const toUtf16 = (content: string) => Buffer.from(content, 'utf16le')

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(byteOrderMark + text)],
  ['Latin-1', Buffer.from(text, 'latin1')],
  ['UTF-16', toUtf16(byteOrderMark + text)],
  ['UTF-16 of the other byte order', toUtf16(byteOrderMark + text).swap16()],
  ['UTF-16 without a byte order mark', toUtf16(text)],
  ['UTF-16 of the other byte order without a mark', toUtf16(text).swap16()],
])('%s is decoded', (_, content) => {
  expect(decodeText(content)).toBe(text)
})

it('the quotation marks and euro sign of Windows-1252 are decoded', () => {
  expect(decodeText(Buffer.from([0x93, 0x80, 0x94]))).toBe('“€”')
})

it.each([
  ['bytes with zeros', Buffer.from([1, 0, 2, 3])],
  ['an odd number of bytes with zeros', Buffer.from('a\0b')],
  ['control characters', Buffer.from([0xff, 0x01, 0x02, 0x41])],
  ['half a character of UTF-16', toUtf16(`${byteOrderMark}a`).subarray(0, 3)],
  ['a page of zeros', Buffer.alloc(512)],
])('%s is not text', (_, content) => {
  expect(decodeText(content)).toBeUndefined()
})
