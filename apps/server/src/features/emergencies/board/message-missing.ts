import type { WriteContext } from '../../../live/write.ts'
import type { CallInput } from '../../../rpc/call-input.ts'
import { fail } from '../../../rpc/fail.ts'
import { alertPeople } from '../alert-people.ts'
import { emergencyMessageAlert } from '../emergencies.alerts.ts'
import { publishProgress } from '../emergencies.events.ts'
import type { EmergencyRow } from '../emergencies.queries.ts'
import { listZoneIds } from '../emergency-zones.queries.ts'
import { lockOpen } from '../roll.queries.ts'
import { addressedPeople, countReach, findMessage, insertMessage } from './messages.queries.ts'

type MessageForm = CallInput<'emergencyBoard', 'message'> & { readonly senderId: string }

/** Sends an urgent message, and records it for the timeline; a repeated request sends once. Throws EMERGENCY_ENDED. */
export async function messageMissing(
  { tx, publish, alert }: WriteContext,
  emergency: EmergencyRow,
  { message, requestId, senderId, ...target }: MessageForm,
): Promise<{ people: number; withoutAccount: number }> {
  // The lock makes a repeated request wait for the first one.
  const isOpen = await lockOpen(tx, emergency.id)
  const sent = await findMessage(tx, emergency.id, requestId)
  if (sent) return { people: sent.people, withoutAccount: sent.without_account }
  if (!isOpen) throw fail('EMERGENCY_ENDED')
  const reach = await countReach(tx, target, senderId)
  const withoutAccount = reach.withoutAccount.reduce((sum, it) => sum + it.people, 0)
  const { people } = reach
  const { id: messageId } = await insertMessage(tx, {
    ...{ emergency_id: emergency.id, zone_id: emergency.zone_id, request_id: requestId },
    ...{ sent_by: senderId, message, people, without_account: withoutAccount },
  })
  if (people > 0)
    await alertPeople({ tx, alert }, emergency, addressedPeople(target, senderId), (it, to) =>
      emergencyMessageAlert(it, { messageId, message }, to),
    )
  publishProgress({ publish }, emergency, await listZoneIds(tx, emergency.id))
  return { people, withoutAccount }
}
