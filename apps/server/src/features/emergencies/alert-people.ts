import { sql } from 'kysely'
import type { Alert, Audience, WriteContext } from '../../live/write.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { joinZoneNames, listOrganisationParts } from './emergency-zones.queries.ts'

type Part = { readonly emergency: EmergencyRow; readonly zoneIds: readonly string[] }

/** Splits an emergency by organisation, each part with a title that names no zone of another one. Runs as the database owner. */
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

/** Alerts people on the roll; the title names only zones of the organisation in whose zone each of them is. Runs as the database owner. */
export async function alertPeople(
  context: Pick<WriteContext, 'tx' | 'alert'>,
  emergency: EmergencyRow,
  to: Audience,
  createAlert: (emergency: EmergencyRow, to: Audience) => Alert,
): Promise<void> {
  const parts = await splitByOrganisation(context, emergency)
  if (parts.length < 2) return void context.alert(createAlert(emergency, to))
  for (const part of parts)
    context.alert(createAlert(part.emergency, peopleIn(emergency.id, part.zoneIds, to)))
}

/**
 * Alerts people who need not be on the roll; the title names only zones of the organisations in whose zones each of them is a member, and
 * all for those who see all zones. Runs as the database owner.
 */
export async function alertOthers(
  context: Pick<WriteContext, 'tx' | 'alert'>,
  emergency: EmergencyRow,
  to: Audience,
  createAlert: (emergency: EmergencyRow, to: Audience) => Alert,
): Promise<void> {
  const parts = await splitByOrganisation(context, emergency)
  if (parts.length < 2) return void context.alert(createAlert(emergency, to))
  // First, because of two alerts from one source a person gets the first one.
  context.alert(createAlert(emergency, viewersOfAll(to)))
  for (const part of parts) context.alert(createAlert(part.emergency, membersIn(part.zoneIds, to)))
}

/** Returns the emergency as people in each zone may know it. Runs as the database owner. */
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

const toRows = (to: Audience) =>
  sql`unnest(${Array.isArray(to) ? sql`${[...to]}::uuid[]` : to}) as its (user_id)`
