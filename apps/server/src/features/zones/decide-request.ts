import type { Write } from '../../live/write.ts'
import { zoneRequestDecided } from './zone-requests.alerts.ts'
import { type WrittenDecision, writeDecision } from './zones.queries.ts'

/** Writes the decision on a locked request, as the database owner, and alerts the requester. */
export async function decideRequest({ tx, alert }: Write, requestId: string, decision: WrittenDecision) {
  alert(zoneRequestDecided(await writeDecision(tx, requestId, decision), decision.decision))
}
