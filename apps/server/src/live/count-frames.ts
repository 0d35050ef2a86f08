/** The bytes of a client's frame between its length and what it carries: none without them is taken. */
const MASK = 4

/**
 * Counts the frames that begin in what arrives on a WebSocket's line (RFC 6455, 5.2), of every kind: also those that come to no
 * message, an answer to a heartbeat or an empty part. Looks at their first bytes and passes over what they carry.
 */
export function createFrameCount(): (arrived: Uint8Array) => number {
  /** Bytes of the present frame to pass over. */
  let over = 0
  /** Whether the byte to come is the second of a frame, and how many bytes of a longer length are still to be read. */
  let second = false
  let longer = 0
  let length = 0
  return arrived => {
    let frames = 0
    let at = 0
    while (at < arrived.length) {
      if (over > 0) {
        const passed = Math.min(over, arrived.length - at)
        over -= passed
        at += passed
        continue
      }
      const byte = arrived[at++] ?? 0
      if (longer > 0) {
        length = length * 256 + byte
        if (--longer === 0) over = length + MASK
      } else if (second) {
        second = false
        const short = byte & 0x7f
        length = 0
        if (short < 126) over = short + MASK
        else longer = short === 126 ? 2 : 8
      } else {
        frames++
        second = true
      }
    }
    return frames
  }
}
