/**
 * Signatures from APPNOTE.TXT 6.3.10: the end of the directory (4.3.16), the end of the ZIP64 directory (4.3.14), and a directory
 * entry (4.3.12).
 */
const END_SIGNATURE = 0x06054b50
const END_64_SIGNATURE = 0x06064b50
const ENTRY_SIGNATURE = 0x02014b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const MAX_ENTRIES = 10_000
/** Marks a size that is stored in an extra field: any size beyond 4 GiB, and every size in files from some report generators. */
const SIZE_IN_EXTRA_FIELD = 0xffffffff
/** The id of the extra field that contains such sizes (4.5.3). */
const ZIP64_FIELD_ID = 1
/** Bytes by which a compressed entry may exceed its content: incompressible data is stored in blocks with headers. */
const MAX_BLOCK_OVERHEAD = 64

/**
 * In bytes, as the directory claims, without decompressing. Undefined if it is missing or broken, names more than `MAX_ENTRIES` or
 * too few entries, or claims less than the compressed size allows.
 */
export function readUnpackedSize(file: Buffer): number | undefined {
  const endOffset = findEndRecord(file)
  if (endOffset === undefined) return undefined
  const entryCount = file.readUInt16LE(endOffset + 10)
  let at = file.readUInt32LE(endOffset + 16)
  if (entryCount > MAX_ENTRIES) return undefined
  let total = 0
  for (let count = 0; count < entryCount; count++) {
    if (at + ENTRY_LENGTH > endOffset || file.readUInt32LE(at) !== ENTRY_SIGNATURE) return undefined
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(fieldOffset =>
      file.readUInt16LE(at + fieldOffset),
    ) as [number, number, number]
    const extraOffset = at + ENTRY_LENGTH + nameLength
    const [packedBytes, unpackedBytes] = readSizes(
      file,
      at,
      file.subarray(extraOffset, Math.min(extraOffset + extraLength, endOffset)),
    )
    if (packedBytes === undefined || unpackedBytes === undefined) return undefined
    if (packedBytes > file.length || packedBytes > unpackedBytes * 1.01 + MAX_BLOCK_OVERHEAD) return undefined
    total += unpackedBytes
    at = extraOffset + extraLength + commentLength
  }
  // Reject a count that is too low, because programs that ignore the count also read the entries that follow.
  const nextSignature = at <= endOffset ? file.readUInt32LE(at) : undefined
  return nextSignature === END_SIGNATURE || nextSignature === END_64_SIGNATURE ? total : undefined
}

/** Returns the compressed and uncompressed sizes of an entry. A size that is missing from the extra field is undefined. */
function readSizes(file: Buffer, at: number, extra: Buffer): readonly (number | undefined)[] {
  const [packed, unpacked] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
  if (packed !== SIZE_IN_EXTRA_FIELD && unpacked !== SIZE_IN_EXTRA_FIELD) return [packed, unpacked]
  const zip64Sizes = readZip64Sizes(extra)
  // The extra field contains only the sizes marked as stored there, the uncompressed one first.
  const unpackedBytes = unpacked === SIZE_IN_EXTRA_FIELD ? zip64Sizes.shift() : unpacked
  return [packed === SIZE_IN_EXTRA_FIELD ? zip64Sizes.shift() : packed, unpackedBytes]
}

function readZip64Sizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD_ID) continue
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    return Array.from({ length: Math.floor(field.length / 8) }, (_, n) =>
      Number(field.readBigUInt64LE(n * 8)),
    )
  }
  return []
}

/**
 * Returns the offset of the end-of-central-directory record; undefined if there is none. The record is at the end of the file,
 * before a comment of at most 64 KiB whose length it states.
 */
function findEndRecord(file: Buffer): number | undefined {
  const firstOffset = Math.max(0, file.length - END_LENGTH - 0xffff)
  for (let at = file.length - END_LENGTH; at >= firstOffset; at--)
    if (
      file.readUInt32LE(at) === END_SIGNATURE &&
      at + END_LENGTH + file.readUInt16LE(at + 20) === file.length
    )
      return at
  return undefined
}
