import { type RawBuilder, sql } from 'kysely'
import { many } from '../../db/rows.ts'
import type { Alert, Audience, WriteContext } from '../../live/write.ts'
import { selectBoardViewers, selectCaptains } from './emergencies.audience.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { joinZoneNames, listOrganisationParts, listZoneIds } from './emergency-zones.queries.ts'

type Part = { readonly emergency: EmergencyRow; readonly zoneIds: readonly string[] }

/** Splits an emergency by organisation, each part with a title that names no zone of another one. */
async function splitByOrganisation(
  { tx }: Pick<WriteContext, 'tx'>,
  emergency: EmergencyRow,
): Promise<Part[]> {
  // A call for all zones names none.
  const parts = emergency.zone_name === null ? [] : await listOrganisationParts(tx, emergency.id)
  return parts.map(({ zone_ids, names }) => ({
    // An alert of one zone is only for its members.
    emergency: {
      ...emergency,
      zone_id: zone_ids.length === 1 ? (zone_ids[0] ?? null) : null,
      zone_name: joinZoneNames(names),
    },
    zoneIds: zone_ids,
  }))
}

/** Alerts people on the roll; the title names only zones of the organisation in whose zone each of them is. */
export async function alertPeople(
  context: Pick<WriteContext, 'tx' | 'alert'>,
  emergency: EmergencyRow,
  to: Audience,
  createAlert: (emergency: EmergencyRow, to: Audience) => Alert,
): Promise<void> {
  const parts = await splitByOrganisation(context, emergency)
  if (parts.length < 2) return alertByPage(context, emergency.id, createAlert(emergency, to))
  for (const part of parts)
    await alertByPage(
      context,
      emergency.id,
      createAlert(part.emergency, peopleIn(emergency.id, part.zoneIds, to)),
    )
}

/** Links to the page on which each of them acts: the board, the captain's list or, for everybody else, home with the alarm. */
export async function alertByPage(
  { tx, alert }: Pick<WriteContext, 'tx' | 'alert'>,
  emergencyId: string,
  its: Alert,
): Promise<void> {
  if (its.about.opens !== undefined) return alert(its)
  const isAmong = (people: RawBuilder<unknown>) =>
    sql`exists (select from (${people}) those where those.user_id = its.user_id)`
  const rows = await many(tx)<{ opens: 'board' | 'captain' | null; userIds: string[] }>`
    select opens, array_agg(user_id) as "userIds" from (
      select distinct its.user_id, case when ${isAmong(selectBoardViewers(sql`${emergencyId}::uuid`))} then 'board'
        when ${isAmong(selectCaptains(emergencyId))} then 'captain' end as opens
      from ${toRows(its.to)}) people
    group by opens`
  for (const { opens, userIds } of rows)
    alert({ ...its, to: userIds, ...(opens && { about: { ...its.about, opens } }) })
}

/** Alerts members, accepted or not; the title names only zones of the organisation in whose zones they are. */
export async function alertMembers(
  context: Pick<WriteContext, 'tx' | 'alert'>,
  emergency: EmergencyRow,
  toAudience: (zoneIds: readonly string[]) => Audience,
  createAlert: (emergency: EmergencyRow, to: Audience) => Alert,
): Promise<void> {
  const parts = await splitByOrganisation(context, emergency)
  if (parts.length < 2)
    return context.alert(createAlert(emergency, toAudience(await listZoneIds(context.tx, emergency.id))))
  for (const part of parts) context.alert(createAlert(part.emergency, toAudience(part.zoneIds)))
}

/**
 * Alerts people who need not be on the roll; the title names only zones of the organisations in whose zones each of them is a
 * member, and all for those who see all zones.
 */
export async function alertOthers(
  context: Pick<WriteContext, 'tx' | 'alert'>,
  emergency: EmergencyRow,
  to: Audience,
  createAlert: (emergency: EmergencyRow, to: Audience) => Alert,
): Promise<void> {
  const parts = await splitByOrganisation(context, emergency)
  if (parts.length < 2) return alertByPage(context, emergency.id, createAlert(emergency, to))
  // First, because of two alerts from one source a person gets the first one.
  await alertByPage(context, emergency.id, createAlert(emergency, viewersOfAll(to)))
  for (const part of parts)
    await alertByPage(context, emergency.id, createAlert(part.emergency, membersIn(part.zoneIds, to)))
}

/** Returns the emergency as people in each zone may know it. */
export async function readEmergencyByZone(
  context: Pick<WriteContext, 'tx'>,
  emergency: EmergencyRow,
): Promise<(zoneId: string | null) => EmergencyRow> {
  const parts = await splitByOrganisation(context, emergency)
  if (parts.length < 2) return () => emergency
  return zoneId => parts.find(it => zoneId !== null && it.zoneIds.includes(zoneId))?.emergency ?? emergency
}

const peopleIn = (emergencyId: string, zoneIds: readonly string[], to: Audience): Audience =>
  sql<string[]>`array(
    select its.user_id from ${toRows(to)}
    where exists (select from emergency_people p
      where p.emergency_id = ${emergencyId} and p.user_id = its.user_id and p.zone_id = any(${[...zoneIds]}::uuid[])))`

const membersIn = (zoneIds: readonly string[], to: Audience): Audience =>
  sql<string[]>`array(
    select its.user_id from ${toRows(to)}
    where exists (select from zone_assignments a
      where a.user_id = its.user_id and a.zone_id = any(${[...zoneIds]}::uuid[]) and a.accepted_at is not null))`

const viewersOfAll = (to: Audience): Audience =>
  sql<string[]>`array(
    select its.user_id from ${toRows(to)}
    where exists (select from user_profiles u join role_permissions r on r.role = u.role and r.permission = 'view_all_zones'
      where u.id = its.user_id))`

export const toRows = (to: Audience) =>
  sql`unnest(${Array.isArray(to) ? sql`${[...to]}::uuid[]` : to}) as its (user_id)`
