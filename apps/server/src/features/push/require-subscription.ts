import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { isPublicAddress } from '../../lib/public-address.ts'
import { fail } from '../../rpc/fail.ts'
import type { NewSubscription } from './push.queries.ts'

/** Length in bytes of the secret shared between browser and sender (RFC 8291). */
const AUTH_BYTES = 16
/** Length in bytes of an uncompressed P-256 point, the form that browsers provide. */
const POINT_BYTES = 65
const base64urlPattern = /^[\w-]+={0,2}$/

/** Throws PUSH_SUBSCRIPTION_INVALID by the text alone; the host name is resolved and checked at each send. */
export function requireSubscription(subscription: NewSubscription, allowPrivate: boolean): void {
  const { endpoint, p256dh, auth } = subscription
  const problem =
    findEndpointProblem(endpoint, allowPrivate) ??
    (isPublicKey(p256dh) && isSecret(auth) ? undefined : msg`The keys of this subscription aren’t valid.`)
  if (problem) throw fail('PUSH_SUBSCRIPTION_INVALID', undefined, problem)
}

/** Returns the problem with the URL of a push service, judged by its text; undefined if there is none. */
export function findEndpointProblem(endpoint: string, allowPrivate: boolean): MessageDescriptor | undefined {
  if (!URL.canParse(endpoint) || /[\s\p{Cc}\p{Cf}]/u.test(endpoint))
    return msg`The push service has no valid address.`
  const { protocol, hostname, username, password } = new URL(endpoint)
  if (username || password) return msg`The address of the push service can’t contain a username or password.`
  if (allowPrivate && protocol === 'http:') return undefined
  if (protocol !== 'https:') return msg`The push service doesn’t use https.`
  const host = hostname.replace(/^\[|\]$/g, '')
  const isInternalHost = isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host)
  return isInternalHost && !allowPrivate ? msg`The push service isn’t on the public internet.` : undefined
}

function isPublicKey(text: string): boolean {
  if (!base64urlPattern.test(text)) return false
  try {
    // This throws for a point that is not on the curve.
    ECDH.convertKey(text, 'prime256v1', 'base64url', 'hex')
    return Buffer.from(text, 'base64url').length === POINT_BYTES
  } catch {
    return false
  }
}

const isSecret = (text: string) =>
  base64urlPattern.test(text) && Buffer.from(text, 'base64url').length === AUTH_BYTES
