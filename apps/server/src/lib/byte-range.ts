/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * Reads a `Range` header against so many bytes (RFC 9110, section 14): one part, or the whole where it asks for
 * nothing we serve in parts (several parts at once, another unit, a range that is none), or nothing that is there.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    // The last so many.
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
