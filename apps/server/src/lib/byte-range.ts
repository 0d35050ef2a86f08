/** First and last byte, both inclusive. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * Resolves a `Range` header against a size in bytes (RFC 9110, section 14). Returns one part; `whole` for requests not served in
 * parts (several ranges, another unit, an invalid range); or `unsatisfiable` when the range is beyond the end.
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
