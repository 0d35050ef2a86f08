import { crc32, deflateRawSync } from 'node:zlib'

/** Creates a zip archive of the files, deflated as common programs do. */
export function createZip(files: Record<string, string | Uint8Array>): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const [name, uncompressed] = [Buffer.from(path), Buffer.from(content)]
    const compressed = deflateRawSync(uncompressed)
    const headerFields = Buffer.alloc(26)
    headerFields.writeUInt16LE(20, 0)
    headerFields.writeUInt16LE(8, 4)
    headerFields.writeUInt32LE(crc32(uncompressed), 10)
    headerFields.writeUInt32LE(compressed.length, 14)
    headerFields.writeUInt32LE(uncompressed.length, 18)
    headerFields.writeUInt16LE(name.length, 22)
    const offsetFields = Buffer.alloc(14)
    offsetFields.writeUInt32LE(offset, 10)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), headerFields, name, compressed])
    bodies.push(body)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), headerFields, offsetFields, name)
    offset += body.length
  }
  const centralDirectory = Buffer.concat(directory)
  const endRecord = Buffer.alloc(18)
  endRecord.writeUInt16LE(bodies.length, 4)
  endRecord.writeUInt16LE(bodies.length, 6)
  endRecord.writeUInt32LE(centralDirectory.length, 8)
  endRecord.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, centralDirectory, Buffer.from('PK\x05\x06'), endRecord])
}
