/** Follows the byte order mark (UTF-8, UTF-16), otherwise tries UTF-8, then Windows-1252, which spreadsheets still use. */
export function decodeText(bytes: Uint8Array): string {
  const [firstByte, secondByte] = bytes
  if (firstByte === 0xff && secondByte === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (firstByte === 0xfe && secondByte === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
