import { type ClientMessage, clientMessage, feedVersion } from '@muster/contract/feed.ts'
import type { RawData } from 'ws'

/**
 * Parses a client's message, or returns the reason for rejecting it. The version of a `hello` is checked before its shape, which
 * may differ in another version.
 */
export function readMessage(
  data: RawData,
  isBinary: boolean,
): ClientMessage | 'malformed' | 'versionUnknown' {
  if (isBinary) return 'malformed'
  let json: unknown
  try {
    json = JSON.parse(data.toString())
  } catch {
    return 'malformed'
  }
  if (typeof json !== 'object' || json === null) return 'malformed'
  const { type, version } = json as { type?: unknown; version?: unknown }
  if (type === 'hello' && Number.isInteger(version) && version !== feedVersion) return 'versionUnknown'
  const parseResult = clientMessage.safeParse(json)
  return parseResult.success ? parseResult.data : 'malformed'
}

/** Returns the size of a received message in bytes. */
export const countBytes = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, it) => sum + it.byteLength, 0) : data.byteLength
