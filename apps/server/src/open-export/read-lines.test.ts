import { expect, it } from 'vitest'
import { countLines, readBatches } from './read-lines.ts'

async function* toChunks(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const rows = [{ text: 'a\u2028b\nc' }, { text: 'größe' }, { text: 'x'.repeat(50) }, { text: '' }]
const lines = rows.map(row => `${JSON.stringify(row)}\n`).join('')

it.each([1, 7, 1000])('batches contain every row once, however the file is cut (%i bytes)', async size => {
  const batches = []
  for await (const batch of readBatches(toChunks(lines, size), 20)) batches.push(JSON.parse(batch))
  expect(batches.flat()).toEqual(rows)
  expect(batches.length > 1).toBe(size < lines.length)
})

it('a file without rows has no batch', async () => {
  for await (const batch of readBatches(toChunks('', 5), 20)) expect.unreachable(batch)
  expect(countLines(Buffer.from(lines))).toBe(4)
})
