/** First and last byte of a range, both inclusive. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * Parses a `Range` header for a size in bytes (RFC 9110, section 14). Returns one range; 'whole' for requests not served in ranges
 * (several ranges, another unit, an invalid range); or 'unsatisfiable'.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    // A suffix range: the last `length` bytes.
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
