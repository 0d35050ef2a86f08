import { crc32, deflateRawSync } from 'node:zlib'

export type CraftedEntry = {
  readonly path: string
  readonly content: string | Buffer
  /** The declared uncompressed size, if it is false. */
  readonly says?: number
  /** Stores the sizes in the ZIP64 extra field, as some report generators do. */
  readonly zip64?: boolean
}

type Options = {
  /** The declared number of entries, if it is false. */
  readonly named?: number
  readonly comment?: Buffer
}

/** Builds a ZIP by hand, so that it can declare false values. */
export function craftZip(entries: readonly CraftedEntry[], { named, comment }: Options = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const body = bodyOf(entry)
    bodies.push(body)
    directory.push(directoryEntry(entry, offset))
    offset += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(named ?? entries.length, 8)
  end.writeUInt16LE(named ?? entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment?.length ?? 0, 20)
  return Buffer.concat([...bodies, listed, end, comment ?? Buffer.alloc(0)])
}

/** Compressed once for all entries that share the content; doing it a thousand times would block the process. */
const packedBefore = new WeakMap<Buffer, Buffer>()
function packed({ content }: CraftedEntry): Buffer {
  if (typeof content === 'string') return deflateRawSync(content)
  const known = packedBefore.get(content) ?? deflateRawSync(content)
  packedBefore.set(content, known)
  return known
}

/** The 26 bytes, starting at the version, that a local header and a directory entry share. */
function facts(entry: CraftedEntry, extra: number): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt32LE(crc32(entry.content), 10)
  facts.writeUInt32LE(entry.zip64 ? 0xffffffff : packed(entry).length, 14)
  facts.writeUInt32LE(entry.zip64 ? 0xffffffff : saidSize(entry), 18)
  facts.writeUInt16LE(Buffer.byteLength(entry.path), 22)
  facts.writeUInt16LE(extra, 24)
  return facts
}

const saidSize = ({ says, content }: CraftedEntry) => says ?? Buffer.byteLength(content)

function bodyOf(entry: CraftedEntry): Buffer {
  const extra = zip64Field(entry)
  return Buffer.concat([
    Buffer.from('PK\u0003\u0004', 'latin1'),
    facts(entry, extra.length),
    Buffer.from(entry.path),
    extra,
    packed(entry),
  ])
}

function directoryEntry(entry: CraftedEntry, offset: number): Buffer {
  const extra = zip64Field(entry)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
    facts(entry, extra.length),
    rest,
    Buffer.from(entry.path),
    extra,
  ])
}

/** The ZIP64 extra field: its id, its length, and the sizes, uncompressed and compressed (APPNOTE.TXT 6.3.10, section 4.5.3). */
function zip64Field(entry: CraftedEntry): Buffer {
  if (!entry.zip64) return Buffer.alloc(0)
  const field = Buffer.alloc(20)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(16, 2)
  field.writeBigUInt64LE(BigInt(saidSize(entry)), 4)
  field.writeBigUInt64LE(BigInt(packed(entry).length), 12)
  return field
}
