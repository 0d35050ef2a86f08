import { run } from '../../db/rows.ts'
import type { Audience, WriteContext } from '../../live/write.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import { fail } from '../../rpc/fail.ts'
import { dropOrders } from '../alerts/index.ts'
import { audit } from '../security/index.ts'
import { alertMembers, alertOthers, alertPeople } from './alert-people.ts'
import { findMessage, insertMessage } from './board/messages.queries.ts'
import { countOnRoll } from './board/roll-counts.queries.ts'
import { notifyCaptains } from './captains/notify-captains.ts'
import { emergencyNearbyAlert, orderChangedAlert, sourcesOfCall } from './emergencies.alerts.ts'
import { captainsNotCalled, leaders, membersNearby, peopleOnRoll } from './emergencies.audience.ts'
import { publishChanged, publishProgress } from './emergencies.events.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { listZoneIds } from './emergency-zones.queries.ts'
import { askAgain, storeOrder } from './orders.queries.ts'
import { forgetAbsences } from './own-emergencies.queries.ts'
import { copyContacts, findPlanIn } from './plans/plans.queries.ts'
import { lockRoll } from './record.queries.ts'
import { lockOpen } from './roll.queries.ts'

type OrderForm = Omit<CallInput<'emergencies', 'changeOrder'>, 'emergencyId'> & { readonly givenBy: string }

/**
 * Asks everybody again, also the safe and those not there; calls for help stay. Both orders are kept as a message and in the
 * security log. Repeatable. Throws EMERGENCY_ENDED.
 */
export async function changeOrder(
  context: WriteContext,
  emergency: EmergencyRow,
  form: OrderForm,
): Promise<{ people: number }> {
  const { tx } = context
  const current = await lockOpen(tx, emergency.id)
  const sent = await findMessage(tx, emergency.id, form.requestId)
  if (sent) return { people: sent.people }
  if (!current) throw fail('EMERGENCY_ENDED')
  // Parts of the roll that the earlier order has not reached yet get only the new one.
  await dropOrders(tx, sourcesOfCall(current.id))
  await forgetAbsences(tx, current.id)
  const zoneIds = await listZoneIds(tx, current.id)
  const plan = await findPlanIn(tx, zoneIds, form)
  // What is being said now still answers the order before.
  await lockRoll(tx, current.id)
  const { people } = await countOnRoll(tx, current.id)
  const replaced = { kind: current.kind, planName: current.plan_name, message: current.message }
  const changed = await storeOrder(tx, current.id, { ...form, plan })
  await insertMessage(tx, {
    ...{ emergency_id: current.id, zone_id: current.zone_id, request_id: form.requestId },
    ...{ sent_by: form.givenBy, message: form.message, people, without_account: 0 },
    ...{ kind: form.kind, replaced: JSON.stringify(replaced) },
  })
  await run(tx)`delete from emergency_contacts where emergency_id = ${current.id}`
  await copyContacts(tx, changed)
  await askAgain(tx, current.id, { requestId: form.requestId, givenBy: form.givenBy })
  await alertPeople(context, changed, peopleOnRoll(current.id), orderChangedAlert)
  const toOthers = (source: 'captain' | 'lead') => (its: EmergencyRow, to: Audience) => ({
    ...orderChangedAlert(its, to),
    source: `emergency:${its.id}:${source}`,
  })
  await alertOthers(context, changed, captainsNotCalled(current.id), toOthers('captain'))
  await alertOthers(context, changed, leaders(current.id), toOthers('lead'))
  await alertMembers(context, changed, its => membersNearby(current.id, its), emergencyNearbyAlert)
  await audit(tx, 'emergency_order_changed', {
    actorId: form.givenBy,
    ...{ emergencyId: current.id, zoneId: current.zone_id, drill: current.drill, people },
    ...{ from: replaced, to: { kind: form.kind, planName: changed.plan_name, message: form.message } },
  })
  publishChanged(context, changed, zoneIds)
  publishProgress(context, changed, zoneIds)
  await notifyCaptains(context, current.id)
  return { people }
}
