import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Audience, WriteContext } from '../../live/write.ts'
import { alertsEvents, closeAlerts } from '../alerts/index.ts'
import { alertOthers, alertPeople, toRows } from './alert-people.ts'
import {
  allClearAlert,
  asDrill,
  brokenOffAlert,
  drillOver,
  drillOverAlert,
  toEnd,
} from './emergencies.alerts.ts'
import { alertedOffRoll, isEmergencyAlert, peopleOnRoll } from './emergencies.audience.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { listOrganisationParts } from './emergency-zones.queries.ts'
import { isBesideReal } from './roll.queries.ts'

/** True for alerts `a` with an order or a call, and not with what somebody said or wrote. */
const isOrder = sql<boolean>`(a.metadata ->> 'meaning' is null and a.source not like 'emergency:%:missing'
  and a.source not like 'emergency:%:message:%')`

/** Lists the emergencies that ended, but whose people were not told yet. Index: emergencies_alerts_to_end. */
export async function listAlertsToEnd(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('emergencies')
    .select('id')
    .where('all_clear_at', 'is not', null)
    .where('alerts_ended_at', 'is', null)
    .orderBy('all_clear_at')
    .execute()
  return rows.map(it => it.id)
}

/**
 * Earlier alerts count as read and say when it ended; undelivered ones never are, because nobody reads an order that is over. After
 * a drill, not those whom a real open emergency concerns. In its own transaction: thousands of alerts would hold up the all clear.
 */
export async function endAlerts(context: WriteContext, id: string): Promise<void> {
  const { tx, publish } = context
  const emergency = await tx
    .updateTable('emergencies')
    .set({ alerts_ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('alerts_ended_at', 'is', null)
    .returningAll()
    .$castTo<EmergencyRow>()
    .executeTakeFirst()
  if (!emergency) return
  const { drill, kind, all_clear_at, broken_off } = emergency
  const createAlert = broken_off ? brokenOffAlert : drill ? drillOverAlert : allClearAlert
  const isBeside = broken_off || (drill && (await isBesideReal(tx, id)))
  // With several organisations, no name of a zone is for everybody.
  const isForOne = emergency.zone_name === null || (await listOrganisationParts(tx, id)).length < 2
  // Beside a real emergency, nothing but the drill is over.
  const title = isBeside
    ? drillOver
    : asDrill(drill, toEnd({ kind, zone_name: isForOne ? emergency.zone_name : null }))
  const userIds = await closeAlerts(tx, {
    // Calls for help after the all clear stay open, because somebody still needs help.
    matches: sql`${isEmergencyAlert(id)} and not (a.metadata ->> 'meaning' = 'help' and a.created_at > ${all_clear_at})`,
    isReworded: isOrder,
    title,
    endedAt: all_clear_at,
  })
  // Everybody else gets the all clear.
  for (const userId of userIds) publish(alertsEvents, { kind: 'alerts.changed', userId })
  const [called, others] = [peopleOnRoll(id), alertedOffRoll(id)]
  const isSplit = createAlert !== allClearAlert
  if (isSplit) {
    await alertPeople(context, emergency, inReal(called, true), createAlert)
    await alertOthers(context, emergency, inReal(others, true), createAlert)
  }
  await alertPeople(context, emergency, isSplit ? inReal(called, false) : called, allClearAlert)
  await alertOthers(context, emergency, isSplit ? inReal(others, false) : others, allClearAlert)
}

/** Those of some people whom an open real emergency concerns, because they are on its roll or lead there, or the others of them. */
const inReal = (to: Audience, isConcerned: boolean): Audience => sql<string[]>`array(
  select its.user_id from ${toRows(to)} where ${isConcerned} = exists (
    select from emergencies r where r.all_clear_at is null and not r.drill and (
      exists (select from emergency_people p where p.emergency_id = r.id and p.user_id = its.user_id)
      or exists (select from user_alerts told where told.user_id = its.user_id
        and told.source in ('emergency:' || r.id || ':lead', 'emergency:' || r.id || ':captain')))))`
