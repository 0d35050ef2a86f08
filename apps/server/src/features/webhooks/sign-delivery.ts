import { createHmac, randomBytes } from 'node:crypto'

/** A secret as it is shown once; the receiver uses all of it, with its prefix, as the key. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

/**
 * The header `Muster-Signature`: the time of the try in seconds, and for each secret the HMAC-SHA256, in hexadecimal, of that time,
 * a dot and the body. Who verifies takes any of them, and refuses what is older than some minutes.
 */
export function signDelivery(body: string, secrets: readonly string[], nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  const macs = secrets.map(
    secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...macs].join(',')
}
