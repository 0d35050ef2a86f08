import { createHmac, randomBytes } from 'node:crypto'

/** Creates a secret, which is shown once. Receivers use the whole string, including the prefix, as the key. */
export const createSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

/**
 * `Muster-Signature`: seconds and, per secret, the hexadecimal HMAC-SHA256 of the time, a dot and the body. Receivers accept any
 * signature, and reject times minutes old.
 */
export function signDelivery(body: string, secrets: readonly string[], nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  const macs = secrets.map(
    secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...macs].join(',')
}
