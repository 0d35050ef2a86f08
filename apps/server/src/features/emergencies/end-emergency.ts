import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { WriteContext } from '../../live/write.ts'
import { dropOrders } from '../alerts/index.ts'
import { notifyCaptains } from './captains/notify-captains.ts'
import { endTeams } from './captains/team-rounds.ts'
import { noteDrillEnd } from './drills/set-drill-calendar.ts'
import { publishChanged } from './emergencies.events.ts'
import { type EmergencyRow, requireEmergency } from './emergencies.queries.ts'
import { listZoneIds } from './emergency-zones.queries.ts'
import { recordEmergency } from './record-emergency.ts'
import { type DrillBesideReal, isBesideReal, listForgottenDrills, queueForRoll } from './roll.queries.ts'

/**
 * `endAlerts` follows. Repeating returns the first time. Nobody: the drill ended by itself. `countsAsDrill`: moves due dates; one
 * broken off by a real call was not held.
 */
export async function endEmergency(
  context: WriteContext,
  emergency: EmergencyRow,
  userId: string | null,
  {
    isBrokenOff = false,
    countsAsDrill = true,
  }: { readonly isBrokenOff?: boolean; readonly countsAsDrill?: boolean } = {},
): Promise<Date> {
  const { tx } = context
  await queueForRoll(tx, emergency.id)
  const row = await tx
    .updateTable('emergencies')
    .set({
      // By the clock of the database, which dated the declaration.
      all_clear_at: sql<Date>`greatest(clock_timestamp(), declared_at)`,
      all_clear_by: userId,
      broken_off: isBrokenOff,
      counts_as_drill: countsAsDrill,
    })
    .where('id', '=', emergency.id)
    .where('all_clear_at', 'is', null)
    .returningAll()
    .$castTo<EmergencyRow>()
    .executeTakeFirst()
  if (row) {
    await recordEmergency(tx, row)
    // Alerts still in the queue would be sent after `endAlerts` has run.
    await dropOrders(tx, [`emergency:${row.id}%`])
    const zoneIds = await listZoneIds(tx, row.id)
    // A drill that nobody ended was no drill that was finished.
    if (row.drill && countsAsDrill && userId !== null && row.all_clear_at && !isBrokenOff)
      await noteDrillEnd({ tx }, { zoneIds, at: row.all_clear_at })
    publishChanged(context, row, zoneIds, 'ended')
    await endTeams(context, row.id, userId)
    await notifyCaptains(context, row.id)
    return row.all_clear_at ?? new Date()
  }
  return (await requireEmergency(tx, emergency.id)).all_clear_at ?? new Date()
}

/** Breaks off a drill while a real emergency is open in one of its zones. */
export async function breakOffDrill(context: WriteContext, drill: DrillBesideReal): Promise<void> {
  if (await isBesideReal(context.tx, drill.id))
    await endEmergency(context, drill, drill.interrupted_by, { isBrokenOff: true })
}

/** Ends drills that nobody ended, so that newcomers are not called for days. Emergencies wait for a person. */
export async function endForgottenDrills(context: WriteContext): Promise<void> {
  for (const drill of await listForgottenDrills(context.tx)) await endEmergency(context, drill, null)
}

/** True if a drill ended because nobody had ended it. */
export const isEndedByTime = ({
  drill,
  declared_at,
  all_clear_at,
  all_clear_by,
}: Pick<EmergencyRow, 'drill' | 'declared_at' | 'all_clear_at' | 'all_clear_by'>): boolean =>
  drill &&
  all_clear_by === null &&
  all_clear_at !== null &&
  all_clear_at.getTime() - declared_at.getTime() >= limits.drillMostMs
