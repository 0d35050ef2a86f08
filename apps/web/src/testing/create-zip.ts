import { crc32, deflateRawSync } from 'node:zlib'

/** Creates a zip archive of the files, deflated as common programs do. */
export function createZip(files: Record<string, string | Uint8Array>): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [path, content] of Object.entries(files)) {
    const [name, plain] = [Buffer.from(path), Buffer.from(content)]
    const packed = deflateRawSync(plain)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(plain), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(plain.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed])
    bodies.push(body)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, name)
    at += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(bodies.length, 4)
  end.writeUInt16LE(bodies.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...bodies, listed, Buffer.from('PK\x05\x06'), end])
}
