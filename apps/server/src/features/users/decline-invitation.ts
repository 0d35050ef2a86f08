import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent, ownAction } from '../security/index.ts'
import { declineOwnInvitation } from './users.queries.ts'

/** Declines the actor's own invitation to a zone; a trigger publishes the event. Throws NOT_INVITED. */
export async function declineInvitation(tx: Tx, userId: string, zoneId: string): Promise<void> {
  if (!(await declineOwnInvitation(tx, zoneId))) throw fail('NOT_INVITED')
  await appendSecurityEvent(tx, {
    ...ownAction(userId, 'invitation_declined', 'An invitation to a zone was declined.'),
    metadata: { zoneId },
  })
}
