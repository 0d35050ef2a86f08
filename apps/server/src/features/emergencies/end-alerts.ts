import { sql } from 'kysely'
import { toLanguages, type WriteContext } from '../../live/write.ts'
import { alertsEvents } from '../alerts/index.ts'
import { alertOthers, alertPeople } from './alert-people.ts'
import { allClearAlert, asDrill, drillOver, toEnd } from './emergencies.alerts.ts'
import { isAlertOf, othersTold, peopleOnRoll } from './emergencies.audience.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { listOrganisationParts } from './emergency-zones.queries.ts'

/** True for alerts `a` with an order or a call, and not with what somebody said. */
const isOrder = sql<boolean>`(a.metadata ->> 'meaning' is null and a.source not like 'emergency:%:missing')`

/**
 * Tells everybody who was told of an emergency that it is over, by `createAlert`. Its earlier alerts count as read and say when it ended, orders become the
 * sentence that they are over, and what is not delivered yet never is: nobody reads an order that is over. Runs as the database owner.
 */
export async function endAlerts(
  context: WriteContext,
  emergency: EmergencyRow,
  createAlert: typeof allClearAlert,
): Promise<void> {
  const { tx, publish } = context
  const { id, drill, kind, all_clear_at } = emergency
  // Waits for a part that is being written, so that its alerts are among those below.
  await sql`delete from alert_orders a where ${isAlertOf(id)}`.execute(tx)
  // With several organisations, no name of a zone is for everybody.
  const isForOne = emergency.zone_name === null || (await listOrganisationParts(tx, id)).length < 2
  // Beside a real emergency, nothing but the drill is over.
  const title =
    createAlert === allClearAlert
      ? asDrill(drill, toEnd({ kind, zone_name: isForOne ? emergency.zone_name : null }))
      : drillOver
  const { rows } = await sql<{ userId: string }>`
    with ended as (
      update user_alerts a set is_read = true, metadata = a.metadata || ${JSON.stringify({ endedAt: all_clear_at?.toISOString() })}::jsonb,
        title = case when ${isOrder} then left(text_in(${JSON.stringify(toLanguages(title))}::jsonb, its.language), 300) else a.title end,
        description = case when ${isOrder} then '' else a.description end
      from user_profiles u cross join lateral (select reading_language(u.id, u.language) as language offset 0) its
      where u.id = a.user_id and ${isAlertOf(id)}
      returning a.user_id, a.metadata)
    select user_id as "userId" from ended group by user_id
    having not bool_or(coalesce(metadata ->> 'urgent' = 'true', false))`.execute(tx)
  // Everybody else gets the all clear.
  for (const { userId } of rows) publish(alertsEvents, { kind: 'alerts.changed', userId })
  await alertPeople(context, emergency, peopleOnRoll(id), createAlert)
  await alertOthers(context, emergency, othersTold(id), createAlert)
}
