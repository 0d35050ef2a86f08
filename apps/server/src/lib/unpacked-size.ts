/** The signatures of the end of a ZIP's directory, and of an entry in it (APPNOTE.TXT 6.3.10, sections 4.3.16 and 4.3.12). */
const END = 0x06054b50
const ENTRY = 0x02014b50
const END_LENGTH = 22
const MOST_ENTRIES = 10_000
/** A size that stands in a further field, which only archives beyond 4 GiB need. */
const ELSEWHERE = 0xffffffff

/**
 * The bytes a ZIP says it unfolds to, read from its directory without unfolding anything; undefined where the directory is broken,
 * names impossibly many entries, or says less than its entries are packed into.
 */
export function unpackedSize(file: Buffer): number | undefined {
  const end = findEnd(file)
  if (end === undefined) return undefined
  const entries = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (entries > MOST_ENTRIES) return undefined
  let total = 0
  for (let count = 0; count < entries; count++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) return undefined
    const [packed, unpacked] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
    if (packed > file.length || unpacked === ELSEWHERE) return undefined
    total += unpacked
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return total
}

/** Where the end of the directory begins: at the end of the file, before a comment of at most 64 KiB. */
function findEnd(file: Buffer): number | undefined {
  const first = Math.max(0, file.length - END_LENGTH - 0xffff)
  for (let at = file.length - END_LENGTH; at >= first; at--) if (file.readUInt32LE(at) === END) return at
  return undefined
}
