/**
 * Decodes the text of a file as common programs write it: UTF-8, UTF-16 with or without a byte order mark, or Windows-1252, which
 * includes Latin-1. Returns undefined for bytes that are not text.
 */
export function textIn(content: Uint8Array): string | undefined {
  const utf16 = utf16In(content)
  if (utf16) return decode(content, utf16, controls)
  return decode(content, 'utf-8', nul) ?? decode(content, 'windows-1252', controls)
}

const nul = /\0/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish text from other bytes
const controls = /[\u0000-\u0007\u000e-\u0019\u001c-\u001f\u007f]/

function decode(content: Uint8Array, encoding: string, refused: RegExp): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(content)
    return refused.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Detects the byte order from the mark at the beginning, or from the position of the zero bytes of Latin characters. */
function utf16In(content: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zero = content.indexOf(0)
  if (zero === -1 || content.length % 2 === 1) return undefined
  return zero % 2 === 1 ? 'utf-16le' : 'utf-16be'
}
