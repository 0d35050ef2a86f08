import { isIP } from 'node:net'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { webhookAddressProblem } from '@muster/domain/webhook.ts'
import { isPublicAddress } from '../../lib/public-address.ts'
import { fail } from '../../rpc/fail.ts'

/** Throws WEBHOOK_ADDRESS_INVALID by the text alone; the host name is resolved and checked at each delivery. */
export function requireAddress(address: string, allowPrivate: boolean): void {
  const problem =
    webhookAddressProblem(address, allowPrivate) ?? (allowPrivate ? undefined : findInternalProblem(address))
  if (problem) throw fail('WEBHOOK_ADDRESS_INVALID', undefined, problem)
}

function findInternalProblem(address: string): MessageDescriptor | undefined {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  const isInternal = isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host)
  return isInternal ? msg`Use a public address, not one on this server or a private network` : undefined
}
