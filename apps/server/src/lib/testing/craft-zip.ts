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
  const directoryEntries: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const body = createBody(entry)
    bodies.push(body)
    directoryEntries.push(createDirectoryEntry(entry, offset))
    offset += body.length
  }
  const directoryBytes = Buffer.concat(directoryEntries)
  const endRecord = Buffer.alloc(22)
  endRecord.writeUInt32LE(0x06054b50, 0)
  endRecord.writeUInt16LE(named ?? entries.length, 8)
  endRecord.writeUInt16LE(named ?? entries.length, 10)
  endRecord.writeUInt32LE(directoryBytes.length, 12)
  endRecord.writeUInt32LE(offset, 16)
  endRecord.writeUInt16LE(comment?.length ?? 0, 20)
  return Buffer.concat([...bodies, directoryBytes, endRecord, comment ?? Buffer.alloc(0)])
}

/**
 * Caches the compressed form of content that entries share, because compressing it again for a thousand entries would block the
 * process.
 */
const packedByContent = new WeakMap<Buffer, Buffer>()
function packContent({ content }: CraftedEntry): Buffer {
  if (typeof content === 'string') return deflateRawSync(content)
  const packed = packedByContent.get(content) ?? deflateRawSync(content)
  packedByContent.set(content, packed)
  return packed
}

/** Returns the 26 bytes, from the version on, that local headers and directory entries share. */
function createSharedHeader(entry: CraftedEntry, extra: number): Buffer {
  const headerBytes = Buffer.alloc(26)
  headerBytes.writeUInt16LE(20, 0)
  headerBytes.writeUInt16LE(8, 4)
  headerBytes.writeUInt32LE(crc32(entry.content), 10)
  headerBytes.writeUInt32LE(entry.zip64 ? 0xffffffff : packContent(entry).length, 14)
  headerBytes.writeUInt32LE(entry.zip64 ? 0xffffffff : getDeclaredSize(entry), 18)
  headerBytes.writeUInt16LE(Buffer.byteLength(entry.path), 22)
  headerBytes.writeUInt16LE(extra, 24)
  return headerBytes
}

const getDeclaredSize = ({ says, content }: CraftedEntry) => says ?? Buffer.byteLength(content)

function createBody(entry: CraftedEntry): Buffer {
  const zip64Field = createZip64Field(entry)
  return Buffer.concat([
    Buffer.from('PK\u0003\u0004', 'latin1'),
    createSharedHeader(entry, zip64Field.length),
    Buffer.from(entry.path),
    zip64Field,
    packContent(entry),
  ])
}

function createDirectoryEntry(entry: CraftedEntry, offset: number): Buffer {
  const zip64Field = createZip64Field(entry)
  const trailingFields = Buffer.alloc(14)
  trailingFields.writeUInt32LE(offset, 10)
  return Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
    createSharedHeader(entry, zip64Field.length),
    trailingFields,
    Buffer.from(entry.path),
    zip64Field,
  ])
}

/**
 * Returns the ZIP64 extra field (APPNOTE.TXT 6.3.10, section 4.5.3): its id, its length, and the uncompressed and compressed sizes.
 * Empty for entries without `zip64`.
 */
function createZip64Field(entry: CraftedEntry): Buffer {
  if (!entry.zip64) return Buffer.alloc(0)
  const field = Buffer.alloc(20)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(16, 2)
  field.writeBigUInt64LE(BigInt(getDeclaredSize(entry)), 4)
  field.writeBigUInt64LE(BigInt(packContent(entry).length), 12)
  return field
}
