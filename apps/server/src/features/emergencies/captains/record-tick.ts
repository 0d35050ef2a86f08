import { matchesTick } from '@muster/domain/claims.ts'
import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../../live/write.ts'
import type { CallInput } from '../../../rpc/call-input.ts'
import { fail } from '../../../rpc/fail.ts'
import { alertsEvents } from '../../alerts/index.ts'
import { isBeforeAllClear } from '../claim-guards.ts'
import type { ClaimAuthor } from '../claims.queries.ts'
import { recordClaims } from '../record-claims.ts'
import { listCaptainZones, listEmergenciesWith } from './captain-list.queries.ts'

type TickForm = Omit<CallInput<'captains', 'tick'>, 'waitedMs'> & ClaimAuthor

const maxZones = 100

/**
 * For marks made before the phone knew of the emergency. Returns how many it belongs to by its time. Throws FORBIDDEN for somebody
 * who is no captain of the zone, EMERGENCY_NOT_FOUND if none.
 */
export async function recordTick(
  context: WriteContext,
  { zoneId, userId, at, ...form }: TickForm,
): Promise<number> {
  const zones = await listCaptainZones(context.tx, form.claimedBy, maxZones)
  if (!zones.some(it => it.id === zoneId)) throw fail('FORBIDDEN')
  const ownZoneIds = zones.map(it => it.id)
  const candidates = await listEmergenciesWith(context.tx, userId, form.claimedBy, ownZoneIds)
  const ofTick = candidates.filter(it => {
    const { declared_at, all_clear_at, appointed_at, zone_ids } = it
    const times = { declaredAt: declared_at.getTime(), allClearAt: all_clear_at?.getTime() ?? null }
    const wasCaptain = all_clear_at === null || (isBeforeAllClear(it, at) && appointed_at <= all_clear_at)
    return wasCaptain && matchesTick({ ...times, zoneIds: zone_ids }, { zoneId, at: at.getTime() })
  })
  const emergencies = ofTick.slice(0, limits.ownEmergenciesMost)
  if (emergencies.length === 0) throw fail('EMERGENCY_NOT_FOUND')
  for (const { person_id, ...emergency } of emergencies)
    await recordClaims(context, emergency, [person_id], { ...form, how: 'captain', at: () => at })
  context.publish(alertsEvents, { kind: 'alerts.changed', userId })
  return emergencies.length
}
