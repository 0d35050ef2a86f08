import type { Tx } from '../../db/database.ts'
import { audit } from '../security/index.ts'
import { type Decision, endUserSharing, noteDecision } from './consents.queries.ts'

/** A withdrawal ends the person's location sharing. Does nothing if the decision repeats the last one. */
export async function noteConsent(tx: Tx, userId: string, decision: Decision): Promise<void> {
  if (!(await noteDecision(tx, userId, decision))) return
  const isGiven = decision.decision === 'given'
  if (!isGiven) await endUserSharing(tx, userId)
  await audit(tx, isGiven ? 'user_action_consent_given' : 'user_action_consent_withdrawn', {
    actorId: userId,
  })
}
