/** UTF-8, UTF-16 with or without a byte order mark, or Windows-1252 (with Latin-1). Undefined for bytes that are not text. */
export function decodeText(content: Uint8Array): string | undefined {
  const utf16Encoding = detectUtf16(content)
  if (utf16Encoding) return decode(content, utf16Encoding, controlCharacterPattern)
  return decode(content, 'utf-8', nulPattern) ?? decode(content, 'windows-1252', controlCharacterPattern)
}

const nulPattern = /\0/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish text from other bytes
const controlCharacterPattern = /[\u0000-\u0007\u000e-\u0019\u001c-\u001f\u007f]/

function decode(content: Uint8Array, encoding: string, rejectedPattern: RegExp): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(content)
    return rejectedPattern.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Detects the byte order from the mark at the beginning, or from the position of the zero bytes of Latin characters. */
function detectUtf16(content: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeroIndex = content.indexOf(0)
  if (zeroIndex === -1 || content.length % 2 === 1) return undefined
  return zeroIndex % 2 === 1 ? 'utf-16le' : 'utf-16be'
}
