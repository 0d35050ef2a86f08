import { crc32, deflateRawSync } from 'node:zlib'

export type CraftedEntry = {
  readonly path: string
  readonly content: string | Buffer
  /** A false uncompressed size; omit for the true one. */
  readonly says?: number
  /** True if the sizes are in the ZIP64 extra field, as some report generators write them. */
  readonly zip64?: boolean
}

type Options = {
  /** A false entry count for the end-of-central-directory record; omit for the true count. */
  readonly named?: number
  readonly comment?: Buffer
}

/** Builds a ZIP byte by byte, so that it can contain false sizes and counts that no program would write. */
export function craftZip(entries: readonly CraftedEntry[], { named, comment }: Options = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const body = createBody(entry)
    bodies.push(body)
    directory.push(createDirectoryEntry(entry, offset))
    offset += body.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(named ?? entries.length, 8)
  end.writeUInt16LE(named ?? entries.length, 10)
  end.writeUInt32LE(directoryBytes.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment?.length ?? 0, 20)
  return Buffer.concat([...bodies, directoryBytes, end, comment ?? Buffer.alloc(0)])
}

/** The compressed form of content that entries share. Compressing it again for a thousand entries would block the process. */
const packedByContent = new WeakMap<Buffer, Buffer>()
function packContent({ content }: CraftedEntry): Buffer {
  if (typeof content === 'string') return deflateRawSync(content)
  const packed = packedByContent.get(content) ?? deflateRawSync(content)
  packedByContent.set(content, packed)
  return packed
}

/** Returns the 26 bytes, from the version on, that local headers and directory entries share. */
function createFacts(entry: CraftedEntry, extra: number): Buffer {
  const factBytes = Buffer.alloc(26)
  factBytes.writeUInt16LE(20, 0)
  factBytes.writeUInt16LE(8, 4)
  factBytes.writeUInt32LE(crc32(entry.content), 10)
  factBytes.writeUInt32LE(entry.zip64 ? 0xffffffff : packContent(entry).length, 14)
  factBytes.writeUInt32LE(entry.zip64 ? 0xffffffff : declaredSize(entry), 18)
  factBytes.writeUInt16LE(Buffer.byteLength(entry.path), 22)
  factBytes.writeUInt16LE(extra, 24)
  return factBytes
}

const declaredSize = ({ says, content }: CraftedEntry) => says ?? Buffer.byteLength(content)

function createBody(entry: CraftedEntry): Buffer {
  const extra = createZip64Field(entry)
  return Buffer.concat([
    Buffer.from('PK\u0003\u0004', 'latin1'),
    createFacts(entry, extra.length),
    Buffer.from(entry.path),
    extra,
    packContent(entry),
  ])
}

function createDirectoryEntry(entry: CraftedEntry, offset: number): Buffer {
  const extra = createZip64Field(entry)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
    createFacts(entry, extra.length),
    tail,
    Buffer.from(entry.path),
    extra,
  ])
}

/** Returns the extra field: its id, its length, and the uncompressed and compressed sizes (APPNOTE.TXT 6.3.10, section 4.5.3). */
function createZip64Field(entry: CraftedEntry): Buffer {
  if (!entry.zip64) return Buffer.alloc(0)
  const field = Buffer.alloc(20)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(16, 2)
  field.writeBigUInt64LE(BigInt(declaredSize(entry)), 4)
  field.writeBigUInt64LE(BigInt(packContent(entry).length), 12)
  return field
}
