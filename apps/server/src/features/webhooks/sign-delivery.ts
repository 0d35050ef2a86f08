import { randomBytes } from 'node:crypto'
import { signText } from '../../lib/secrets.ts'

/** Creates a secret, which is shown once. Receivers use the whole string, including the prefix, as the key. */
export const createSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

/**
 * `Muster-Signature`: seconds and, per secret, the hexadecimal HMAC-SHA256 of the time, a dot and the body. Receivers accept any
 * signature, and reject times minutes old.
 */
export function signDelivery(body: string, secrets: readonly string[], nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  const macs = secrets.map(secret => `v1=${signText(secret, `${seconds}.${body}`, 'hex')}`)
  return [`t=${seconds}`, ...macs].join(',')
}
