import { Header, Pax } from 'tar'
import type { Entry } from './portable-entries.ts'
import { PortableError } from './portable-error.ts'

const BLOCK_BYTES = 512

export async function* packTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { path, size, content } of entries) {
    const facts = { path, size, mode: 0o600, mtime: new Date(), type: 'File' as const }
    const header = new Header(facts)
    // Long names and names beyond ASCII need a header of their own.
    if (header.encode()) yield new Pax(facts).encode()
    if (header.block) yield header.block
    let written = 0
    for await (const chunk of content) {
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new PortableError(`${path} changed while it was copied: try again.`)
    yield padding(size)
  }
  yield Buffer.alloc(2 * BLOCK_BYTES)
}

const padding = (size: number) => Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)

/** Reads the entries of a tar in order. Throws PortableError if it is no tar or was cut off. */
export async function* unpackTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = createReader(chunks)
  let extension: Pax | undefined
  for (;;) {
    const block = await reader.take(BLOCK_BYTES)
    const header = new Header(block, 0, extension)
    if (header.nullBlock) return
    if (!header.cksumValid) throw new PortableError('This is no portable backup, or it is damaged.')
    const size = header.size ?? 0
    if (header.type === 'ExtendedHeader') {
      extension = Pax.parse((await reader.take(size)).toString('utf8'))
      await reader.take(padding(size).length)
      continue
    }
    // The library prefixes a long name with the folder of the short header.
    const path = extension?.path ?? header.path ?? ''
    extension = undefined
    let rest = size
    async function* read() {
      while (rest > 0) {
        const chunk = await reader.takeSome(rest)
        rest -= chunk.length
        yield chunk
      }
    }
    if (header.type === 'File' || header.type === 'OldFile') yield { path, size, content: read() }
    while (rest > 0) rest -= (await reader.takeSome(rest)).length
    await reader.take(padding(size).length)
  }
}

function createReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const takeSome = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { value, done } = await source.next()
      if (done) throw new PortableError('The portable backup is incomplete: it was cut off.')
      rest = value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(part.length)
    return part
  }
  return {
    takeSome,
    async take(count: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let missing = count; missing > 0; ) {
        const part = await takeSome(missing)
        parts.push(part)
        missing -= part.length
      }
      return Buffer.concat(parts)
    },
  }
}
