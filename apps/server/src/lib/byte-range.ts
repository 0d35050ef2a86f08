/** First and last byte of a range, both inclusive. */
export type ByteRange = { readonly start: number; readonly end: number }

/** RFC 9110, section 14. 'whole' without a header or for what is not served: several ranges, another unit, an invalid range. */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, firstByte = '', lastByte = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (firstByte === '' && lastByte === '') return 'whole'
  if (firstByte === '') {
    // A suffix range: the last `length` bytes.
    const length = Math.min(Number(lastByte), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(firstByte)
  if (lastByte !== '' && Number(lastByte) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: lastByte === '' ? size - 1 : Math.min(Number(lastByte), size - 1) }
}
