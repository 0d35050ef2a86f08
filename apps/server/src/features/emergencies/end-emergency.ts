import type { WriteContext } from '../../live/write.ts'
import { allClearAlert } from './emergencies.alerts.ts'
import { peopleOnRoll } from './emergencies.audience.ts'
import { emergenciesEvents, emergencyChangedEvent } from './emergencies.events.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/** Gives the all clear to everybody on the roll; returns its time. A repeated call returns the first one. Runs as the database owner. */
export async function endEmergency(
  { tx, publish, alert }: WriteContext,
  emergency: EmergencyRow,
  userId: string,
): Promise<Date> {
  const now = new Date()
  const row = await tx
    .updateTable('emergencies')
    .set({ all_clear_at: now, all_clear_by: userId })
    .where('id', '=', emergency.id)
    .where('all_clear_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row) {
    alert(allClearAlert(row, peopleOnRoll(row.id)))
    publish(emergenciesEvents, emergencyChangedEvent(row))
    return now
  }
  const { all_clear_at } = await tx
    .selectFrom('emergencies')
    .select('all_clear_at')
    .where('id', '=', emergency.id)
    .executeTakeFirstOrThrow()
  return all_clear_at ?? now
}
