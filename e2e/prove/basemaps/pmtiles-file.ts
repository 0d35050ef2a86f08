import { encodeVarint } from './vector-tile.ts'

const headerBytes = 127
const noCompressionCode = 1
const vectorTileCode = 1

/** Creates a PMTiles file (version 3) with one tile: the whole earth at zoom 0, scaled up at every other zoom. */
export function createPmtilesFile(tile: Buffer): Buffer {
  // One entry: tile 0, run length 1, its length, at offset 0 of the data.
  const directory = Buffer.from([
    ...encodeVarint(1),
    ...encodeVarint(0),
    ...encodeVarint(1),
    ...encodeVarint(tile.length),
    ...encodeVarint(1),
  ])
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const directoryAt = headerBytes
  const metadataAt = directoryAt + directory.length
  const tilesAt = metadataAt + metadata.length
  const headerNumbers = [
    [directoryAt, directory.length],
    [metadataAt, metadata.length],
    [tilesAt, 0],
    [tilesAt, tile.length],
    // Numbers of addressed tiles, entries and contents.
    [1, 1],
    [1],
  ].flat()
  headerNumbers.forEach((value, index) => {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  })
  header.set([1, noCompressionCode, noCompressionCode, vectorTileCode, 0, 0], 96)
  const boundsDegrees = [-180, -85, 180, 85]
  boundsDegrees.forEach((value, index) => {
    header.writeInt32LE(value * 1e7, 102 + 4 * index)
  })
  return Buffer.concat([header, directory, metadata, tile])
}
