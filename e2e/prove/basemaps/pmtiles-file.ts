import { varint } from './vector-tile.ts'

const headBytes = 127
const uncompressed = 1
const vectorTiles = 1

/** Creates a PMTiles file (version 3) with one tile: the whole earth at zoom 0, scaled up at every other zoom. */
export function pmtilesFile(tile: Buffer): Buffer {
  // One entry: tile 0, run length 1, its length, at offset 0 of the data.
  const directory = Buffer.from([
    ...varint(1),
    ...varint(0),
    ...varint(1),
    ...varint(tile.length),
    ...varint(1),
  ])
  const metadata = Buffer.from('{}')
  const head = Buffer.alloc(headBytes)
  head.write('PMTiles')
  head.writeUInt8(3, 7)
  const directoryAt = headBytes
  const metadataAt = directoryAt + directory.length
  const tilesAt = metadataAt + metadata.length
  const places = [
    [directoryAt, directory.length],
    [metadataAt, metadata.length],
    [tilesAt, 0],
    [tilesAt, tile.length],
    // Numbers of addressed tiles, entries and contents.
    [1, 1],
    [1],
  ].flat()
  places.forEach((value, place) => {
    head.writeBigUInt64LE(BigInt(value), 8 + 8 * place)
  })
  head.set([1, uncompressed, uncompressed, vectorTiles, 0, 0], 96)
  const degrees = [-180, -85, 180, 85]
  degrees.forEach((value, place) => {
    head.writeInt32LE(value * 1e7, 102 + 4 * place)
  })
  return Buffer.concat([head, directory, metadata, tile])
}
