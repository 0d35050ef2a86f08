import { type ClientMessage, clientMessage, feedVersion } from '@muster/contract/feed.ts'
import type { RawData } from 'ws'

/**
 * The message of a client, or why it is none. The version of a `hello` is looked at before its shape: another version
 * may have another one.
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
  const parsed = clientMessage.safeParse(json)
  return parsed.success ? parsed.data : 'malformed'
}

/** How many bytes of a message came in. */
export const bytesOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, it) => sum + it.byteLength, 0) : data.byteLength
