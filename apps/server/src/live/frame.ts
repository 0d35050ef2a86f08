const FINAL_TEXT = 0x81

/** Builds a text message as an unmasked server frame (RFC 6455, section 5.2), which can be sent to any number of sockets. */
export function encodeTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = FINAL_TEXT
  frame[1] = headerLength === 2 ? length : headerLength === 4 ? 126 : 127
  if (headerLength === 4) frame.writeUInt16BE(length, 2)
  if (headerLength === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, headerLength)
  return frame
}
