import type { OwnAnswer } from '@muster/domain/emergency.ts'
import { ORPCError } from '@orpc/server'
import type pg from 'pg'
import { toAddressGroup } from '../../lib/address-group.ts'
import { createRateLimit, type RateLimit } from '../../rpc/rate-limit.ts'
import type { HelpAlerts } from '../emergencies/index.ts'

type Answer = {
  readonly visit: { readonly id: string; readonly zone_id: string }
  readonly emergencyId: string
  readonly state: OwnAnswer | 'undone'
  readonly wasHelp: boolean
  readonly ip: string
}

const TEN_MINUTES = 10 * 60

/**
 * Whoever has a photograph of the poster can invent visitors: after a few alerts by each visitor and address, the others come as one
 * a minute. The board always shows every state.
 */
export function createHelpAlertChoice(pool: pg.Pool) {
  const visitLimit = createRateLimit(pool, { name: 'visitor-help', points: 3, seconds: TEN_MINUTES })
  const addressLimit = createRateLimit(pool, {
    name: 'visitor-help-address',
    points: 12,
    seconds: TEN_MINUTES,
  })
  const togetherLimit = createRateLimit(pool, { name: 'visitor-help-together', points: 1, seconds: 60 })
  return async ({ visit, emergencyId, state, wasHelp, ip }: Answer): Promise<HelpAlerts> => {
    // An answer that changes nothing alerts nobody, so it must not use up an alert.
    if (state === 'help' && wasHelp) return 'each'
    // The others only replace the alert of the call for help, which would otherwise be the last word.
    if (state !== 'help') return 'each'
    const address = `${emergencyId}:${toAddressGroup(ip)}`
    if ((await hasTaken(visitLimit, visit.id)) && (await hasTaken(addressLimit, address))) return 'each'
    return (await hasTaken(togetherLimit, `${emergencyId}:${visit.zone_id}`)) ? 'together' : 'none'
  }
}

/** Takes an attempt; returns false if none is left. */
const hasTaken = async (limit: RateLimit, key: string): Promise<boolean> => {
  try {
    await limit.take(key)
    return true
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'TOO_MANY_REQUESTS') return false
    throw error
  }
}
