import type { WriteContext } from '../../live/write.ts'
import { zoneRequestDecidedAlert } from './zone-requests.alerts.ts'
import { type WrittenDecision, writeDecision } from './zones.queries.ts'

/** Stores the decision on a request that the caller has locked, and alerts the requester. */
export async function decideRequest(
  { tx, alert }: WriteContext,
  requestId: string,
  decision: WrittenDecision,
) {
  alert(zoneRequestDecidedAlert(await writeDecision(tx, requestId, decision), decision.decision))
}
