/** Encodes a protocol buffers varint: seven bits per byte, the top bit set on all but the last. */
export function encodeVarint(value: number): number[] {
  const bytes: number[] = []
  let remaining = value
  while (remaining > 127) {
    bytes.push((remaining % 128) + 128)
    remaining = Math.floor(remaining / 128)
  }
  return [...bytes, remaining]
}

const encodeNumber = (field: number, value: number) => [...encodeVarint(field * 8), ...encodeVarint(value)]
const encodeBytes = (field: number, content: readonly number[]) => [
  ...encodeVarint(field * 8 + 2),
  ...encodeVarint(content.length),
  ...content,
]

const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const encodeStep = (x: number, y: number) => [...encodeVarint(zigzag(x)), ...encodeVarint(zigzag(y))]
const extent = 4_096

/** Creates a tile in Mapbox's vector format (2.1) whose only layer is one polygon covering the tile. */
export function createFullTile(layer: string): Buffer {
  const outline = [
    ...encodeVarint(9),
    ...encodeStep(-64, -64),
    ...encodeVarint(26),
    ...encodeStep(extent + 128, 0),
    ...encodeStep(0, extent + 128),
    ...encodeStep(-extent - 128, 0),
    ...encodeVarint(15),
  ]
  const feature = [...encodeNumber(3, 3), ...encodeBytes(4, outline)]
  const content = [
    ...encodeNumber(15, 2),
    ...encodeBytes(1, [...Buffer.from(layer)]),
    ...encodeBytes(2, feature),
    ...encodeNumber(5, extent),
  ]
  return Buffer.from(encodeBytes(3, content))
}
