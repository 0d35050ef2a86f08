import { isInTime, undoHelpMs } from '@muster/domain/claims.ts'
import type { OwnAnswer } from '@muster/domain/emergency.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import type { NewClaim } from './claims.queries.ts'
import type { ManagedEmergency } from './emergencies.policy.ts'
import { type EmergencyRow, isToEarlierOrder } from './emergencies.queries.ts'

/** True for what happened before the all clear and was not sent unbelievably late. */
export const isBeforeAllClear = ({ all_clear_at }: Pick<EmergencyRow, 'all_clear_at'>, at: Date): boolean =>
  isInTime({ allClearAt: all_clear_at?.getTime() ?? null }, at.getTime(), Date.now())

/** Throws EMERGENCY_ENDED after the all clear or unbelievably late; phones may have been without a network. */
export function requireBeforeAllClear(emergency: Pick<EmergencyRow, 'all_clear_at'>, at: Date): void {
  if (!isBeforeAllClear(emergency, at)) throw fail('EMERGENCY_ENDED')
}

/** True if the caller may speak about somebody in the zone: captains, given a time, until the all clear, managers afterwards too. */
export const mayMark = (
  { may_mark_all, marked_zone_ids, captain_zone_ids, all_clear_at }: ManagedEmergency,
  zoneId: string | null,
  at?: Date,
): boolean =>
  may_mark_all ||
  (zoneId !== null &&
    marked_zone_ids.includes(zoneId) &&
    (!at || isBeforeAllClear({ all_clear_at }, at) || !captain_zone_ids.includes(zoneId)))

/** Throws EMERGENCY_PERSON_NOT_FOUND unless all are on the roll where the caller may speak about them. */
export async function requireMayMark(
  tx: Tx,
  emergency: ManagedEmergency,
  personIds: readonly string[],
  at?: Date,
): Promise<void> {
  if (personIds.length === 0) return
  const people = await tx
    .selectFrom('emergency_people')
    .select('zone_id')
    .where('emergency_id', '=', emergency.id)
    .where('id', 'in', personIds)
    .execute()
  const isEach = people.every(it => mayMark(emergency, it.zone_id, at))
  if (!isEach || people.length !== new Set(personIds).size) throw fail('EMERGENCY_PERSON_NOT_FOUND')
}

/** What somebody says about people on a roll. `at`: when they said it. */
type Saying = Pick<NewClaim, 'state' | 'undoes' | 'how' | 'claimedBy'> & {
  readonly personIds: readonly string[]
  readonly at: Date
}

/**
 * Throws HELP_NOT_UNDOABLE if a claim would take back a call for help that somebody else made, or that was made more than a minute before:
 * then only somebody who sees the person ends it.
 */
async function requireUndoable(tx: Tx, { state, undoes, personIds, how, claimedBy, at }: Saying) {
  if (state !== 'undone' && undoes === undefined) return
  const calls =
    state === 'undone' && undoes !== undefined
      ? await tx
          .selectFrom('emergency_claims')
          .select('id')
          .where('roll_entry_id', 'in', personIds)
          .where('request_id', '=', undoes)
          .where('state', '=', 'help')
          .where('how', '=', how)
          .where('claimed_by', 'is not distinct from', claimedBy)
          .where('happened_at', '>=', new Date(at.getTime() - undoHelpMs))
          .execute()
      : []
  if (calls.length !== new Set(personIds).size) throw fail('HELP_NOT_UNDOABLE')
}

/** Throws EMERGENCY_ENDED for marks from before the all clear that are a day late; a manager's later mark is a correction. */
export async function requireMark(tx: Tx, emergency: ManagedEmergency, mark: Saying): Promise<void> {
  const { all_clear_at } = emergency
  if (all_clear_at !== null && mark.at <= all_clear_at) requireBeforeAllClear(emergency, mark.at)
  await requireMayMark(tx, emergency, mark.personIds, mark.at)
  await requireUndoable(tx, mark)
}

type Answer = Saying & {
  readonly state: OwnAnswer | 'undone'
  readonly choice?: number | undefined
  readonly orderedAt?: string | undefined
}

/** Returns the words of a neutral answer, from the emergency's copy of its plan. Throws ANSWER_UNKNOWN, also if the order has changed. */
export async function requireAnswer(
  tx: Tx,
  emergency: EmergencyRow,
  { choice, orderedAt, ...answer }: Answer,
): Promise<string | undefined> {
  requireBeforeAllClear(emergency, answer.at)
  const isOutdated = isToEarlierOrder(emergency, orderedAt)
  const words = choice === undefined || isOutdated ? undefined : emergency.answers.neutral?.[choice]?.text
  const isNeutral = answer.state === 'neutral'
  if (isNeutral !== (choice !== undefined) || (isNeutral && !words)) throw fail('ANSWER_UNKNOWN')
  await requireUndoable(tx, answer)
  return words
}
