import { limits } from '@muster/domain/limits.ts'
import { fail } from '../../rpc/fail.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/**
 * True if something was done before the all clear. Phones may have been without a network, so that it may arrive later, but not so much
 * later that its time cannot be believed. Always true while the emergency is open.
 */
export const isBeforeAllClear = (
  { all_clear_at }: Pick<EmergencyRow, 'all_clear_at'>,
  at: Date,
  now = Date.now(),
): boolean => all_clear_at === null || (at <= all_clear_at && at.getTime() >= now - limits.heldTickMs)

/**
 * Throws EMERGENCY_ENDED for an answer given after the all clear, or sent so much later that its time cannot be believed. Earlier
 * ones count whenever they arrive, because phones may have been without a network.
 */
export function requireBeforeAllClear(
  emergency: Pick<EmergencyRow, 'all_clear_at'>,
  at: Date,
  now = Date.now(),
): void {
  if (!isBeforeAllClear(emergency, at, now)) throw fail('EMERGENCY_ENDED')
}
