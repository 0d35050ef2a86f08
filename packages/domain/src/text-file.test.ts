import { expect, it } from 'vitest'
import { textIn } from './text-file.ts'

const text = 'Tor 4: Schlüssel für Müller\r\n\tÖffnet täglich'
const mark = '\ufeff'
const utf16 = (words: string) => Buffer.from(words, 'utf16le')

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(mark + text)],
  ['Latin-1', Buffer.from(text, 'latin1')],
  ['UTF-16', utf16(mark + text)],
  ['UTF-16 of the other byte order', utf16(mark + text).swap16()],
  ['UTF-16 without a byte order mark', utf16(text)],
  ['UTF-16 of the other byte order without a mark', utf16(text).swap16()],
])('%s is decoded', (_, content) => {
  expect(textIn(content)).toBe(text)
})

it('the quotation marks and euro sign of Windows-1252 are decoded', () => {
  expect(textIn(Buffer.from([0x93, 0x80, 0x94]))).toBe('“€”')
})

it.each([
  ['bytes with zeros', Buffer.from([1, 0, 2, 3])],
  ['an odd number of bytes with zeros', Buffer.from('a\0b')],
  ['control characters', Buffer.from([0xff, 0x01, 0x02, 0x41])],
  ['half a character of UTF-16', utf16(`${mark}a`).subarray(0, 3)],
  ['a page of zeros', Buffer.alloc(512)],
])('%s is not text', (_, content) => {
  expect(textIn(content)).toBeUndefined()
})
