import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { readZip } from './testing/read-zip.ts'
import { createZip } from './zip.ts'

const at = new Date('2026-11-20T09:00:00Z')
async function* streamText(...parts: string[]) {
  yield* parts
}

it('files are read back unchanged, including empty ones', async () => {
  const entries = [
    { path: 'a.txt', read: () => streamText('one ', 'two') },
    { path: 'b/leer.txt', read: () => streamText() },
    { path: 'b/ü.txt', read: () => streamText('ü') },
  ]
  const files = readZip(await buffer(createZip(entries, at)))
  expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
    ['a.txt', 'one two'],
    ['b/leer.txt', ''],
    ['b/ü.txt', 'ü'],
  ])
})

it('compressed formats are stored as they are, and the rest is compressed', async () => {
  const content = 'a long line that repeats itself. '.repeat(2_000)
  const readSize = async (path: string) => {
    const archive = await buffer(createZip([{ path, read: () => streamText(content) }], at))
    expect(readZip(archive).get(path)?.toString()).toBe(content)
    return archive.length
  }
  for (const path of ['a.jpg', 'b/scan.PDF', 'film.mp4', 'plan.docx', 'list.xlsx', 'all.zip'])
    expect(await readSize(path)).toBeGreaterThan(content.length)
  for (const path of ['a.txt', 'list.csv', 'plan.svg', 'jpg'])
    expect(await readSize(path)).toBeLessThan(content.length / 10)
})

it('reading runs only a few chunks ahead of the consumer, however much there is', async () => {
  const [chunkSize, chunkCount] = [64 * 1024, 128]
  let producedBytes = 0
  async function* streamIncompressible() {
    for (let n = 0; n < chunkCount; n++) {
      producedBytes += chunkSize
      yield randomBytes(chunkSize)
    }
  }
  let [readBytes, maxAhead] = [0, 0]
  for await (const archiveChunk of createZip([{ path: 'large.bin', read: streamIncompressible }], at)) {
    // Gives anything without backpressure time to run ahead.
    for (let n = 0; n < 20; n++) await turn()
    maxAhead = Math.max(maxAhead, producedBytes - readBytes)
    readBytes += archiveChunk.length
  }
  expect(producedBytes).toBe(chunkSize * chunkCount)
  expect(maxAhead).toBeLessThan(1024 * 1024)
})

it('a failing entry fails the archive, and an aborted archive ends the entry', async () => {
  let hasEnded = false
  async function* streamEndless() {
    try {
      while (true) yield randomBytes(1024)
    } finally {
      hasEnded = true
    }
  }
  async function* streamBroken() {
    yield 'a'
    throw new Error('the database is away')
  }
  await expect(buffer(createZip([{ path: 'a', read: streamBroken }], at))).rejects.toThrow(
    'the database is away',
  )
  for await (const _ of createZip([{ path: 'a', read: streamEndless }], at)) break
  await vi.waitFor(() => expect(hasEnded).toBe(true), { timeout: 20_000 })
})
