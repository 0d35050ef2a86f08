import { msg } from '@lingui/core/runtime-macro'
import { findDecisionNote, type ZoneDecision } from '@muster/domain/zone-request.ts'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Text } from '../../lib/texts/text.ts'
import type { Alert } from '../../live/write.ts'

/** A zone request as returned by the statements that change it (`zone_request_facts`). */
export type ZoneRequestFacts = {
  readonly id: string
  readonly name: string
  readonly note: string
  readonly decisionNote: string
  /** Null once the account has been deleted; `requester` is then empty. */
  readonly requestedBy: string | null
  readonly requester: string
  readonly decidedBy: string | null
}

const createAlert = ({ id }: ZoneRequestFacts, content: Pick<Alert, 'to' | 'title' | 'text'>): Alert => ({
  type: 'system',
  zoneId: null,
  about: { zoneRequestId: id },
  // A unique source, so that each step creates a separate alert.
  source: `zone_request:${id}:${uuidV7()}`,
  ...content,
})

/** Creates the alert for the people who decide the request, except the requester. */
export function zoneRequestedAlert(request: ZoneRequestFacts, { again }: { readonly again: boolean }): Alert {
  const { name, note, requestedBy, requester } = request
  const event = again
    ? msg`${{ name: requester }} sent this request again.`
    : msg`${{ name: requester }} requested this zone.`
  return createAlert(request, {
    to: sql<string[]>`zone_request_deciders(${requestedBy})`,
    title: msg`Zone request: ${{ zone: name }}`,
    text: note === '' ? event : msg`${{ event }}\n${{ note }}`,
  })
}

const titles: Record<ZoneDecision, (zone: string) => Text> = {
  approved: zone => msg`Zone approved: ${{ zone }}`,
  returned: zone => msg`Zone request returned: ${{ zone }}`,
  refused: zone => msg`Zone request rejected: ${{ zone }}`,
}

/** Creates the alert that tells the requester about the decision, without a recipient if they made it themselves. */
export function zoneRequestDecidedAlert(request: ZoneRequestFacts, decision: ZoneDecision): Alert {
  const { name, decisionNote, requestedBy, decidedBy } = request
  return createAlert(request, {
    to: requestedBy === null || requestedBy === decidedBy ? [] : [requestedBy],
    title: titles[decision](name),
    text:
      (findDecisionNote(decisionNote) ?? decisionNote) ||
      (decision === 'approved' ? msg`The zone is now active.` : ''),
  })
}
