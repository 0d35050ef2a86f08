import type { Tx } from '../../db/database.ts'
import { audit } from '../security/index.ts'
import { type Decision, noteDecision } from './consents.queries.ts'

/** A trigger ends the person's location sharing with a withdrawal. Does nothing if the decision repeats the last one. */
export async function noteConsent(tx: Tx, userId: string, decision: Decision): Promise<void> {
  if (!(await noteDecision(tx, userId, decision))) return
  const isGiven = decision.decision === 'given'
  await audit(tx, isGiven ? 'user_action_consent_given' : 'user_action_consent_withdrawn', {
    actorId: userId,
  })
}
