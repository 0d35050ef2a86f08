import { inflateRawSync } from 'node:zlib'

/** Returns the files in an archive, read from the directory at its end, as programs that open archives do. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const isStored = archive.readUInt16LE(at + 10) === 0
    const packedSize = archive.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map(offset => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const header = archive.readUInt32LE(at + 42)
    const content = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const bytes = archive.subarray(content, content + packedSize)
    files.set(
      archive.toString('utf8', at + 46, at + 46 + name),
      isStored ? Buffer.from(bytes) : inflateRawSync(bytes),
    )
    at += 46 + name + extra + comment
  }
  return files
}
