import { createHmac, randomBytes } from 'node:crypto'

/** A secret as it is shown once; the receiver uses all of it, including its prefix, as the key. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

/**
 * The header `Muster-Signature`: the time of the attempt in seconds, and for each secret the hexadecimal HMAC-SHA256 of that time,
 * a dot and the body. Receivers accept any of them, and reject those older than some minutes.
 */
export function signDelivery(body: string, secrets: readonly string[], nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  const macs = secrets.map(
    secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...macs].join(',')
}
