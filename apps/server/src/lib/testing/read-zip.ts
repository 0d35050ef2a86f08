import { inflateRawSync } from 'node:zlib'

/** Returns the files in an archive, read from the directory at its end, as programs that open archives do. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const endOffset = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const contentByPath = new Map<string, Buffer>()
  let at = archive.readUInt32LE(endOffset + 16)
  for (let count = archive.readUInt16LE(endOffset + 10); count > 0; count--) {
    const isStored = archive.readUInt16LE(at + 10) === 0
    const packedSize = archive.readUInt32LE(at + 20)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset =>
      archive.readUInt16LE(at + offset),
    ) as [number, number, number]
    const headerOffset = archive.readUInt32LE(at + 42)
    const contentOffset =
      headerOffset + 30 + archive.readUInt16LE(headerOffset + 26) + archive.readUInt16LE(headerOffset + 28)
    const bytes = archive.subarray(contentOffset, contentOffset + packedSize)
    contentByPath.set(
      archive.toString('utf8', at + 46, at + 46 + nameLength),
      isStored ? Buffer.from(bytes) : inflateRawSync(bytes),
    )
    at += 46 + nameLength + extraLength + commentLength
  }
  return contentByPath
}
