import { limits } from '@muster/domain/limits.ts'
import { fail } from '../../rpc/fail.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/** Phones without a network send later, but not unbelievably late. Always true while the emergency is open. */
export const isBeforeAllClear = (
  { all_clear_at }: Pick<EmergencyRow, 'all_clear_at'>,
  at: Date,
  now = Date.now(),
): boolean => all_clear_at === null || (at <= all_clear_at && at.getTime() >= now - limits.heldTickMs)

/** Throws EMERGENCY_ENDED after the all clear or unbelievably late; phones may have been without a network. */
export function requireBeforeAllClear(
  emergency: Pick<EmergencyRow, 'all_clear_at'>,
  at: Date,
  now = Date.now(),
): void {
  if (!isBeforeAllClear(emergency, at, now)) throw fail('EMERGENCY_ENDED')
}
