import type { Language } from '@muster/domain/language.ts'
import type { OrganisationStatus } from '@muster/domain/organisation.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isTimeZone } from '../../db/is-time-zone.ts'
import { many, one, run } from '../../db/rows.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import { fail } from '../../rpc/fail.ts'
import { mapDatabaseRefusal } from '../../rpc/map-database-refusal.ts'
import { insertOnce } from '../../rpc/once.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { Membership } from '../users/index.ts'

/** Selects the organisations visible to the actor; all of them for the database owner. */
const selectOrganisations = (tx: Tx) =>
  tx.selectFrom('clients as c').selectAll('c').select(sql<string>`lower(c.name)`.as('sort_name'))

/** Selects organisations with the number of zones and people in each; for an actor, only the organisations they may browse. */
const selectWithCounts = (tx: Tx) =>
  selectOrganisations(tx).select([
    sql<number>`(select zones from count_of_client(c.id))`.as('zones'),
    sql<number>`(select people from count_of_client(c.id))`.as('people'),
  ])
export type OrganisationRow = Awaited<ReturnType<ReturnType<typeof selectWithCounts>['execute']>>[number]

export type OrganisationFilter = { search?: string | undefined; status?: OrganisationStatus | undefined }
export type NameCursor = { readonly name: string; readonly id: string }

/** Lists the organisations that match a filter, ordered by name, after a cursor. Index: clients_by_name. */
export function listOrganisations(
  tx: Tx,
  { search = '', status }: OrganisationFilter,
  { after, limit }: PageOf<NameCursor>,
) {
  let query = selectWithCounts(tx).orderBy('sort_name').orderBy('c.id').limit(limit)
  if (status) query = query.where('c.status', '=', status)
  for (const word of search.split(/\s+/).filter(Boolean))
    query = query.where(
      sql<boolean>`concat_ws(' ', c.name, c.contact_name, c.contact_email) ilike ${`%${escapeLikePattern(word)}%`}::text`,
    )
  if (after)
    query = query.where(sql<boolean>`(lower(c.name), c.id) > (${after.name}::text, ${after.id}::uuid)`)
  return query.execute()
}

export const organisationQuery = (tx: Tx, id: string) => selectWithCounts(tx).where('c.id', '=', id)

/** Reads an organisation. Throws ORGANISATION_NOT_FOUND if the actor may not browse it. */
export async function requireOrganisation(tx: Tx, id: string): Promise<OrganisationRow> {
  const row = await organisationQuery(tx, id).executeTakeFirst()
  if (!row) throw fail('ORGANISATION_NOT_FOUND')
  return row
}

export type OwnOrganisationRow = {
  id: string
  name: string
  time_zone: string | null
  suspended: boolean
  needs_approval: boolean
  manages: boolean
}

/** Reads the actor's organisations, and whether the installation has several. */
export async function readOwnOrganisations(
  tx: Tx,
): Promise<{ several: boolean; rows: OwnOrganisationRow[] }> {
  const rows = await many(tx)<OwnOrganisationRow>`select * from own_organisations()`
  const clientRows = await many(tx)<{ several: boolean }>`
    select has_several_clients() as several`
  return { several: clientRows[0]?.several ?? false, rows }
}

export type PersonRow = {
  user_id: string
  first_name: string
  last_name: string
  user_code: string
  email: string | null
  role: string
  manages: boolean
  zone_count: number
  sort_name: string
}

export const listPeople = (tx: Tx, id: string, search: string, { after, limit }: PageOf<NameCursor>) =>
  many(tx)<PersonRow>`
    select * from organisation_people(${id}, ${search}, ${after?.name ?? null}, ${after?.id ?? null}, ${limit})`

export type OrganisationDetails = {
  name: string
  contactName: string
  contactEmail: string
  contactPhone: string
  timeZone: string | null
  language?: Language | undefined
}
export type OrganisationLimits = {
  maxZones: number | null
  maxPeople: number | null
  zonesNeedApproval: boolean
}

const toDetailColumns = ({
  name,
  contactName,
  contactEmail,
  contactPhone,
  timeZone,
  language,
}: OrganisationDetails) => ({
  name,
  contact_name: contactName,
  contact_email: contactEmail,
  contact_phone: contactPhone,
  time_zone: timeZone,
  ...(language && { language }),
})
const toLimitColumns = ({ maxZones, maxPeople, zonesNeedApproval }: OrganisationLimits) => ({
  max_zones: maxZones,
  max_people: maxPeople,
  zones_need_approval: zonesNeedApproval,
})

/** Runs as the owner. Repeating returns it with `created` false. Throws TIME_ZONE_UNKNOWN, REQUEST_ID_TAKEN (other data). */
export async function insertOrganisation(
  tx: Tx,
  {
    requestId,
    createdBy,
    ...form
  }: OrganisationDetails & OrganisationLimits & { requestId: string; createdBy: string },
): Promise<{ id: string; created: boolean }> {
  await requireTimeZone(tx, form.timeZone)
  const { row, created } = await insertOnce({
    find: () =>
      tx
        .selectFrom('clients')
        .select(['id', 'name'])
        .where('created_by', '=', createdBy)
        .where('request_id', '=', requestId)
        .executeTakeFirst(),
    isSame: existing => existing.name === form.name,
    insert: () =>
      tx
        .insertInto('clients')
        .values({
          request_id: requestId,
          created_by: createdBy,
          ...toDetailColumns(form),
          ...toLimitColumns(form),
        })
        .onConflict(it => it.columns(['created_by', 'request_id']).doNothing())
        .returning('id')
        .executeTakeFirst(),
  })
  return { id: row.id, created }
}

/** Throws TIME_ZONE_UNKNOWN if PostgreSQL does not know it, because the database computes the day boundaries. */
async function requireTimeZone(tx: Tx, name: string | null): Promise<void> {
  if (name !== null && !(await isTimeZone(tx, name))) throw fail('TIME_ZONE_UNKNOWN')
}

/** Updates an organisation; returns false if the actor may not change it. Throws TIME_ZONE_UNKNOWN. */
export async function updateDetails(tx: Tx, id: string, details: OrganisationDetails): Promise<boolean> {
  await requireTimeZone(tx, details.timeZone)
  const { numUpdatedRows } = await tx
    .updateTable('clients')
    .set(toDetailColumns(details))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateLimits(tx: Tx, id: string, limits: OrganisationLimits): Promise<void> {
  await tx.updateTable('clients').set(toLimitColumns(limits)).where('id', '=', id).execute()
}

/** Sets an organisation's status; returns false if it already had that status. A trigger updates the organisation's zones. */
export async function updateStatus(tx: Tx, id: string, status: OrganisationStatus): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('clients')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Announces a change to internal admins and the organisation's client admins. */
export const announceOrganisation = (tx: Tx, id: string) => run(tx)`select announce_client(${id})`

/** Announces the first organisation to its client admins, who begin to see it once there is a second one. */
export const announceFirstOrganisation = (tx: Tx, secondId: string) =>
  run(tx)`select announce_client(id) from clients
    where id <> ${secondId} and (select count(*) from clients) = 2`

/** The result of joining; `memberships` are the new memberships in the organisation's zones. */
type JoinResult = { joined: boolean; memberships: Membership[] | null }

/** Does nothing if they are one already. Throws ORGANISATION_NOT_FOUND, ORGANISATION_PEOPLE_FULL. */
export async function insertMember(tx: Tx, id: string, userId: string, addedBy: string): Promise<JoinResult> {
  const client = await tx.selectFrom('clients').select('id').where('id', '=', id).executeTakeFirst()
  if (!client) throw fail('ORGANISATION_NOT_FOUND')
  return mapDatabaseRefusal(
    one(tx)<JoinResult>`select * from join_client(${id}, ${userId}, ${addedBy}, false)`,
  )
}

/** The result of leaving; `memberships` are the ended memberships in the organisation's zones. */
type LeaveResult = { outcome: 'removed' | 'not_member' | 'has_zones'; memberships: Membership[] | null }

export const leaveOrganisation = (tx: Tx, id: string, userId: string) =>
  one(tx)<LeaveResult>`select * from leave_client(${id}, ${userId})`

type MoveResult = {
  outcome: 'moved' | 'same' | 'open_request'
  joined: Membership[] | null
  ended: Membership[] | null
}

/** Runs as the database owner. The outcome tells whether it moved. Throws ORGANISATION_ZONES_FULL, ORGANISATION_PEOPLE_FULL. */
export async function moveZone(tx: Tx, zoneId: string, id: string): Promise<MoveResult> {
  return mapDatabaseRefusal(one(tx)<MoveResult>`select * from move_zone(${zoneId}, ${id})`)
}

/** In the same order each time, so that two moves do not wait for each other. Returns the existing zones by id. */
export async function lockForMoves(
  tx: Tx,
  zoneIds: readonly string[],
  id: string,
): Promise<{ id: string; client_id: string | null }[]> {
  await run(tx)`select from clients
    where id = ${id} or id in (select client_id from zones where id = any (${[...zoneIds]}::uuid[]))
    order by id for no key update`
  return many(tx)<{ id: string; client_id: string | null }>`
    select id, client_id from zones where id = any (${[...zoneIds]}::uuid[]) order by id for no key update`
}

/** True if the user can belong to an organisation; internal admins cannot. */
export const canBelongToOrganisation = async (tx: Tx, userId: string) =>
  (await tx
    .selectFrom('user_profiles')
    .select('id')
    .where('id', '=', userId)
    .where('role', 'not in', ['super_admin', 'admin'])
    .executeTakeFirst()) !== undefined
