import type { OwnAnswer, PersonState } from '@muster/domain/emergency.ts'
import type { WriteContext } from '../../live/write.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import { fail } from '../../rpc/fail.ts'
import { requireAnswer } from './claim-guards.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { type HelpAlerts, recordClaims } from './record-claims.ts'

type Answer = Omit<CallInput<'emergencies', 'answer'>, 'emergencyId' | 'state' | 'waitedMs'> & {
  readonly state: OwnAnswer | 'undone'
  readonly at: Date
  /** Null for a visitor without an account. */
  readonly claimedBy: string | null
  readonly helpAlerts?: HelpAlerts
}

/** Records what a person on a roll says about themselves; returns the state that counts. */
export async function recordAnswer(
  context: WriteContext,
  emergency: EmergencyRow,
  personId: string,
  { choice, at, ...answer }: Answer,
): Promise<{ state: PersonState; at: string }> {
  const claim = { ...answer, how: 'own' } as const
  const words = await requireAnswer(context.tx, emergency, { ...claim, choice, at, personIds: [personId] })
  const [claimed] = await recordClaims(context, emergency, [personId], {
    ...claim,
    ...{ words, place: '', at: () => at },
  })
  if (!claimed) throw fail('EMERGENCY_NOT_FOUND')
  const { outcome } = claimed
  return { state: outcome.state, at: new Date(outcome.claim?.happenedAt ?? Date.now()).toISOString() }
}
