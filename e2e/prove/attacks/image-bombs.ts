import { crc32, deflateSync } from 'node:zlib'
import type { Attack } from './attack.ts'

/** Uploads pictures of 49 megapixels that are compressed to about 50 kB, twenty at a time from each of five people. */
export const imageBombs: Attack = {
  name: 'image-bombs',
  about: '100 pictures of 49 megapixels at once, by five people',
  async run({ origin, tokens }) {
    const bomb = createPng(7_000)
    const statuses = await Promise.all(
      tokens.flatMap(token =>
        Array.from({ length: 20 }, async () => {
          const response = await fetch(`${origin}/upload/profile-image`, {
            method: 'PUT',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
            body: new Uint8Array(bomb),
          })
          await response.arrayBuffer()
          return response.status
        }),
      ),
    )
    const unexpectedStatuses = statuses.filter(status => ![422, 429, 503].includes(status))
    return unexpectedStatuses.length > 0
      ? [`${unexpectedStatuses.length} were answered with ${[...new Set(unexpectedStatuses)].join(', ')}`]
      : []
  },
}

/** Creates a valid black PNG in greyscale with `side` pixels per side. */
function createPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const rows = Buffer.alloc((side + 1) * side)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(rows, { level: 9 })),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

function createChunk(kind: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typedData))
  return Buffer.concat([length, typedData, checksum])
}
