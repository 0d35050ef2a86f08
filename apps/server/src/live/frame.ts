const FINAL_TEXT = 0x81

/**
 * A text message as it goes over the wire: one whole frame of a server (RFC 6455, section 5.2), which is not masked. Made once
 * for however many sockets it goes to.
 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const head = length < 126 ? [FINAL_TEXT, length] : length < 65_536 ? [FINAL_TEXT, 126] : [FINAL_TEXT, 127]
  const size = Buffer.alloc(length < 126 ? 0 : length < 65_536 ? 2 : 8)
  if (size.length === 2) size.writeUInt16BE(length)
  if (size.length === 8) size.writeBigUInt64BE(BigInt(length))
  return Buffer.concat([Buffer.from(head), size, payload])
}
