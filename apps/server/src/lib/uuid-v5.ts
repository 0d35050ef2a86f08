import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'

/**
 * The key for a name within a namespace, which is a key itself (RFC 9562, 5.5). Uses a one-call hash and is some ten times as fast
 * as `uuid`.
 */
export function uuidV5(namespace: string, name: string): string {
  const hex = hash(
    'sha1',
    Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]),
    'hex',
  )
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
