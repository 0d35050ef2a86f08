import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { readZip } from './testing/read-zip.ts'
import { zipOf } from './zip.ts'

const at = new Date('2026-11-20T09:00:00Z')
async function* text(...parts: string[]) {
  yield* parts
}

it('entries, including empty ones, are restored from the archive', async () => {
  const entries = [
    { path: 'a.txt', read: () => text('one ', 'two') },
    { path: 'b/leer.txt', read: () => text() },
    { path: 'b/ü.txt', read: () => text('ü') },
  ]
  const files = readZip(await buffer(zipOf(entries, at)))
  expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
    ['a.txt', 'one two'],
    ['b/leer.txt', ''],
    ['b/ü.txt', 'ü'],
  ])
})

it('already compressed content is stored unchanged, and the rest is compressed', async () => {
  const content = 'a long line that repeats itself. '.repeat(2_000)
  const sizeOf = async (path: string) => {
    const archive = await buffer(zipOf([{ path, read: () => text(content) }], at))
    expect(readZip(archive).get(path)?.toString()).toBe(content)
    return archive.length
  }
  for (const path of ['a.jpg', 'b/scan.PDF', 'film.mp4', 'plan.docx', 'list.xlsx', 'all.zip'])
    expect(await sizeOf(path)).toBeGreaterThan(content.length)
  for (const path of ['a.txt', 'list.csv', 'plan.svg', 'jpg'])
    expect(await sizeOf(path)).toBeLessThan(content.length / 10)
})

it('only a few chunks are read ahead of the reader, for content of any size', async () => {
  const [chunk, chunks] = [64 * 1024, 128]
  let read = 0
  async function* incompressible() {
    for (let n = 0; n < chunks; n++) {
      read += chunk
      yield randomBytes(chunk)
    }
  }
  let [taken, ahead] = [0, 0]
  for await (const part of zipOf([{ path: 'large.bin', read: incompressible }], at)) {
    // Give code that does not wait the time to run ahead.
    for (let n = 0; n < 20; n++) await turn()
    ahead = Math.max(ahead, read - taken)
    taken += part.length
  }
  expect(read).toBe(chunk * chunks)
  expect(ahead).toBeLessThan(1024 * 1024)
})

it('a failing entry fails the archive, and a reader that stops ends the entry', async () => {
  let ended = false
  async function* endless() {
    try {
      while (true) yield randomBytes(1024)
    } finally {
      ended = true
    }
  }
  async function* broken() {
    yield 'a'
    throw new Error('the database is away')
  }
  await expect(buffer(zipOf([{ path: 'a', read: broken }], at))).rejects.toThrow('the database is away')
  for await (const _ of zipOf([{ path: 'a', read: endless }], at)) break
  await vi.waitFor(() => expect(ended).toBe(true), { timeout: 20_000 })
})
