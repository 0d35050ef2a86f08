/** Returns the text of a `fetch` response. Throws once it exceeds the byte limit, and reads no further. */
export async function boundedText(answer: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error('The answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
