import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { alertsEvents, markRead } from '../alerts/index.ts'
import { sourcesOfCall } from './emergencies.alerts.ts'
import { publishProgress } from './emergencies.events.ts'
import type { OwnRollRow } from './emergencies.queries.ts'
import { noteAbsence } from './own-emergencies.queries.ts'
import { findByUser, insertMember, shareOpen } from './roll.queries.ts'

type Nearby = Extract<OwnRollRow, { readonly person_id: null }>

/** Returns the row. Throws EMERGENCY_ENDED (the all clear recorded the roll), and EMERGENCY_NOT_FOUND for an inactive account. */
export async function joinRoll(context: WriteContext, emergency: Nearby, userId: string): Promise<string> {
  const { tx } = context
  const zoneId = emergency.nearby_zone_id
  if (!(await shareOpen(tx, emergency.id))) throw fail('EMERGENCY_ENDED')
  const member = {
    userId,
    zoneIds: [zoneId],
    isInvited: true,
    requestId: crypto.randomUUID(),
    addedBy: userId,
  }
  if (await insertMember(tx, emergency.id, member)) publishProgress(context, emergency, [zoneId])
  const row = await findByUser(tx, emergency.id, userId)
  if (!row) throw fail('EMERGENCY_NOT_FOUND')
  return row.id
}

/**
 * So that they are not asked again. Changes nothing for somebody on the roll; returns the counting state. Throws EMERGENCY_ENDED.
 */
export async function noteNotThere({ tx, publish }: WriteContext, emergency: OwnRollRow, userId: string) {
  const isOpen = await shareOpen(tx, emergency.id)
  const row = await findByUser(tx, emergency.id, userId)
  if (row) {
    return { state: row.state, at: (row.state_at ?? emergency.declared_at).toISOString() }
  }
  if (!isOpen || emergency.nearby_zone_id === null) throw fail('EMERGENCY_ENDED')
  await noteAbsence(tx, { emergency_id: emergency.id, user_id: userId, zone_id: emergency.nearby_zone_id })
  await markRead(tx, userId, { sources: sourcesOfCall(emergency.id) })
  publish(alertsEvents, { kind: 'alerts.changed', userId })
  return { state: 'not_on_site' as const, at: new Date().toISOString() }
}
