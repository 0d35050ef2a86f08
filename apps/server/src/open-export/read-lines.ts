const LINE_END = 0x0a

export function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) count++
  return count
}

/**
 * Reads JSON lines in batches of at least `leastBytes` (bytes), each as the text of a JSON array. Only line feeds end a line: a text
 * may contain other line separators of Unicode.
 */
export async function* readBatches(
  chunks: AsyncIterable<Buffer>,
  leastBytes: number,
): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_END)
    parts.push(chunk)
    bytes += chunk.length
    if (end < 0 || bytes < leastBytes) continue
    const rest = chunk.subarray(end + 1)
    parts[parts.length - 1] = chunk.subarray(0, end + 1)
    yield toArray(parts)
    parts = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield toArray(parts)
}

const toArray = (parts: readonly Buffer[]) =>
  `[${Buffer.concat(parts).toString('utf8').replace(/\n$/, '').replaceAll('\n', ',')}]`
