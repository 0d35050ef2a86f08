/** Encodes a protocol buffers varint: seven bits per byte, the top bit set on all but the last. */
export function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

const number = (field: number, value: number) => [...varint(field * 8), ...varint(value)]
const bytes = (field: number, content: readonly number[]) => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
]

const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const step = (x: number, y: number) => [...varint(zigzag(x)), ...varint(zigzag(y))]
const extent = 4_096

/** Creates a tile in Mapbox's vector format (2.1) whose only layer is one polygon covering the tile. */
export function fullTile(layer: string): Buffer {
  const outline = [
    ...varint(9),
    ...step(-64, -64),
    ...varint(26),
    ...step(extent + 128, 0),
    ...step(0, extent + 128),
    ...step(-extent - 128, 0),
    ...varint(15),
  ]
  const feature = [...number(3, 3), ...bytes(4, outline)]
  const content = [
    ...number(15, 2),
    ...bytes(1, [...Buffer.from(layer)]),
    ...bytes(2, feature),
    ...number(5, extent),
  ]
  return Buffer.from(bytes(3, content))
}
