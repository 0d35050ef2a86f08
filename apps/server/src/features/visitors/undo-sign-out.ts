import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { callVisitor, listClaimsOnOpenRolls, noteVisitBadge, recordClaims } from '../emergencies/index.ts'
import { toClaimRequestId } from './sign-out-visitor.ts'
import { visitChanged, visitorsEvents } from './visitors.events.ts'
import { isBadgeFree, reopenVisit } from './write-visits.queries.ts'

type SignOut = {
  readonly zoneId: string
  readonly visitId: string
  /** The badge that the visitor carried; empty for none. */
  readonly badge: string
  readonly signedOutAt: Date
  readonly undoneBy: string
  readonly timeZone: string
}

/**
 * Open emergencies take back that they left; those declared since add them. No alert to the host and no new count, because nobody
 * arrived. Throws SIGN_OUT_NOT_UNDOABLE, VISIT_BADGE_TAKEN.
 */
export async function undoSignOut(
  context: WriteContext,
  { zoneId, visitId, badge, signedOutAt, undoneBy, timeZone }: SignOut,
): Promise<void> {
  const { tx, publish } = context
  const isBadgeTaken = badge !== '' && !(await isBadgeFree(tx, { zoneId, badge, visitId }))
  if (isBadgeTaken) throw fail('VISIT_BADGE_TAKEN')
  const visit = await reopenVisit(tx, visitId, timeZone)
  if (!visit) throw fail('SIGN_OUT_NOT_UNDOABLE')
  publish(visitorsEvents, visitChanged(visit, 'signed_in'))
  await callVisitor(context, { zoneId, visitId })
  // Another visitor may have carried the badge in between.
  if (badge !== '') await noteVisitBadge(context, { zoneId, visitId, badge })
  const undoes = toClaimRequestId(signedOutAt)
  const at = new Date()
  for (const { person_id, ...emergency } of await listClaimsOnOpenRolls(tx, { visitId, requestId: undoes }))
    await recordClaims(context, emergency, [person_id], {
      state: 'undone',
      undoes,
      requestId: crypto.randomUUID(),
      how: 'captain',
      place: '',
      claimedBy: undoneBy,
      at: () => at,
    })
}
