import { limits } from '@muster/domain/limits.ts'
import { fail } from '../../rpc/fail.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/**
 * Throws EMERGENCY_ENDED for an answer given after the all clear, or sent so much later that its time cannot be believed. Earlier
 * ones count whenever they arrive, because phones may have been without a network.
 */
export function requireBeforeAllClear(
  { all_clear_at }: Pick<EmergencyRow, 'all_clear_at'>,
  at: Date,
  now = Date.now(),
): void {
  if (all_clear_at === null) return
  if (at > all_clear_at || at.getTime() < now - limits.heldTickMs) throw fail('EMERGENCY_ENDED')
}
