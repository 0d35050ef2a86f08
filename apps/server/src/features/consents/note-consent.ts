import type { Tx } from '../../db/database.ts'
import { appendSecurityEvent, ownAction } from '../security/index.ts'
import { type Decision, endSharingOf, noteDecision } from './consents.queries.ts'

/** Notes what a person decided about being located, and what follows from it. Of the owner only. */
export async function noteConsent(tx: Tx, userId: string, decision: Decision): Promise<void> {
  if (!(await noteDecision(tx, userId, decision))) return
  const isGiven = decision.decision === 'given'
  if (!isGiven) await endSharingOf(tx, userId)
  await appendSecurityEvent(
    tx,
    isGiven
      ? ownAction(userId, 'consent_given', 'Agreed to being located.')
      : ownAction(userId, 'consent_withdrawn', 'Withdrew the consent to being located.'),
  )
}
