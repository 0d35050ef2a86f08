import { limits } from '@muster/domain/limits.ts'
import type { VisitEnd } from '@muster/domain/visitor.ts'
import type { WriteContext } from '../../live/write.ts'
import { listVisitOnRolls, recordClaims } from '../emergencies/index.ts'
import { visitorsEvents } from './visitors.events.ts'
import { endVisit, endVisitsOfDay } from './write-visits.queries.ts'

/**
 * Signs out a visitor; a repeated call changes nothing. In an open emergency, it also records that they are no longer on site. Runs as
 * the database owner.
 */
export async function signOutVisitor(
  context: WriteContext,
  visitId: string,
  end: { ended: VisitEnd; endedBy: string | null },
): Promise<void> {
  const { tx, publish } = context
  const visit = await endVisit(tx, visitId, end)
  if (!visit) return
  publish(visitorsEvents, { kind: 'visitors.changed', zoneId: visit.zone_id, hostId: visit.host_id })
  const at = new Date()
  for (const emergency of await listVisitOnRolls(tx, visitId, {
    endedWithinMs: 0,
    limit: limits.ownEmergenciesMost,
  }))
    await recordClaims(context, emergency, [emergency.person_id], {
      state: 'not_on_site',
      requestId: crypto.randomUUID(),
      how: end.ended === 'self' ? 'own' : 'captain',
      place: '',
      claimedBy: end.endedBy,
      at: () => at,
    })
}

/** Visits that one transaction ends. */
const BATCH_SIZE = 500

/**
 * Signs out visitors whose day is over, and publishes it once for each zone and host; returns how many. Nobody said that they left, so
 * emergencies keep them as they are. Runs as the database owner.
 */
export async function signOutAtDayEnd({ tx, publish }: WriteContext, timeZone: string): Promise<number> {
  const rows = await endVisitsOfDay(tx, timeZone, BATCH_SIZE)
  const places = new Map(rows.map(it => [`${it.zone_id} ${it.host_id}`, it]))
  for (const { zone_id, host_id } of places.values())
    publish(visitorsEvents, { kind: 'visitors.changed', zoneId: zone_id, hostId: host_id })
  return rows.length === BATCH_SIZE ? rows.length : 0
}
