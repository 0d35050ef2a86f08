/** Returns the text of a `fetch` response. Throws once it exceeds the byte limit, and reads no further. */
export async function readBoundedText(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of answer.body ?? []) {
    byteCount += chunk.length
    if (byteCount > maxBytes) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
