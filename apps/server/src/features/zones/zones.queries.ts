import type { InsideParts } from '@muster/contract/inside-parts.ts'
import type { Zone } from '@muster/contract/zones.ts'
import type { Corners } from '@muster/domain/geo/box-around.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type { ZoneSort, ZoneStatus } from '@muster/domain/zone.ts'
import type { ZoneDecision } from '@muster/domain/zone-request.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, one, oneOrNone, run } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import { selectChangedPermissions } from '../../rpc/base.queries.ts'
import { fail } from '../../rpc/fail.ts'
import { mapDatabaseRefusal } from '../../rpc/map-database-refusal.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { Membership } from '../users/index.ts'
import type { ZoneRequestFacts } from './zone-requests.alerts.ts'

/** Name of the zone's organisation; null if there is only one organisation, or the actor may not see it. */
const organisationName = sql<string | null>`(
  select c.name from clients c where c.id = z.client_id and has_several_clients() and (select actor_can('view_clients')))`.as(
  'organisation',
)

/** The people inside by way, for those who may see who is inside. */
const parts =
  sql<InsideParts | null>`case when z.id in (select actor_zones_with('view_attendance')) then jsonb_build_object(
  'byPhone', z.phone_occupancy, 'byBadge', z.badge_occupancy, 'visitors', z.visitor_occupancy) end`.as(
    'parts',
  )

/** Selects the zones visible to the actor, with their shapes. */
const selectZonesWithShape = (tx: Tx) =>
  // Shapes are validated against the contract before they are stored, so the type is safe.
  tx
    .selectFrom('zones as z')
    .selectAll('z')
    .select(eb => eb.ref('z.shape').$castTo<Zone['shape']>().as('shape'))
    .select([organisationName, parts])

export type ZoneFilter = {
  search?: string | undefined
  status?: ZoneStatus | undefined
  /** Limits the list to zones of this organisation. */
  clientId?: string | undefined
}
export type ZonePosition = { readonly createdAt: string; readonly id: string }

const listedColumns = [
  'z.id',
  'z.name',
  'z.description',
  'z.status',
  'z.max_capacity',
  'z.current_occupancy',
  'z.unseen_occupancy',
  'z.created_at',
  'z.updated_at',
] as const

/** Selects the filtered zones, without columns. */
export function selectFilteredZones(tx: Tx, { search = '', status, clientId }: ZoneFilter) {
  let query = tx.selectFrom('zones as z')
  if (status) query = query.where('z.status', '=', status)
  if (clientId) query = query.where('z.client_id', '=', clientId)
  for (const word of splitWords(search)) query = query.where(matchesWord(word))
  return query
}

/** Lists the filtered zones after a cursor, newest first, without their shapes. Index: zones_newest. */
export function listZones(tx: Tx, filter: ZoneFilter, { after, limit }: PageOf<ZonePosition>) {
  let query = selectFilteredZones(tx, filter)
    .select(listedColumns)
    .select([wireTime('z.created_at').as('created_at_exact'), organisationName, parts])
    .orderBy('z.created_at', 'desc')
    .orderBy('z.id', 'desc')
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(z.created_at, z.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  return query.execute()
}

/** The value by which each sort orders, the type of that value in SQL, and how it is written into a cursor. */
const sortValues = {
  newest: { value: sql.ref('z.created_at'), written: wireTime('z.created_at'), type: sql`timestamptz` },
  name: { value: sql.ref('z.name_order'), written: sql.ref<string>('z.name_order'), type: sql`text` },
  organisation: {
    value: sql`coalesce((select c.name from clients c where c.id = z.client_id), '')`,
    written: sql<string>`coalesce((select c.name from clients c where c.id = z.client_id), '')`,
    type: sql`text`,
  },
  status: { value: sql.ref('z.status'), written: sql.ref<string>('z.status'), type: sql`text` },
  inside: {
    value: sql.ref('z.current_occupancy'),
    written: sql<string>`z.current_occupancy::text`,
    type: sql`int`,
  },
  fullness: {
    value: sql`coalesce(z.current_occupancy::float8 / nullif(z.max_capacity, 0), -1)`,
    written: sql<string>`coalesce(z.current_occupancy::float8 / nullif(z.max_capacity, 0), -1)::text`,
    type: sql`float8`,
  },
} satisfies Record<ZoneSort, unknown>

export type SortedPosition = { readonly value: string; readonly id: string }
export type ZoneOrder = { readonly sort: ZoneSort; readonly descending: boolean }

/** Lists the filtered zones after a cursor in any order, with their numbers of members. Zones of equal value are ordered by id. */
export function listSortedZones(
  tx: Tx,
  filter: ZoneFilter,
  { sort, descending }: ZoneOrder,
  { after, limit }: PageOf<SortedPosition>,
) {
  const { value, written, type } = sortValues[sort]
  const direction = descending ? 'desc' : 'asc'
  let query = selectFilteredZones(tx, filter)
    .select(listedColumns)
    .select([organisationName, parts, sql<string>`${written}`.as('sort_value')])
    .select(
      sql<number>`(select count(*)::int from zone_assignments a where a.zone_id = z.id and a.accepted_at is not null)`.as(
        'members',
      ),
    )
    .orderBy(value, direction)
    .orderBy('z.id', direction)
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(${value}, z.id) ${descending ? sql`<` : sql`>`} (${after.value}::${type}, ${after.id}::uuid)`,
    )
  return query.execute()
}

/** Lists the filtered zones by name with the corners of their boxes, which take less reading than the shapes. */
export const listMapZones = (tx: Tx, filter: ZoneFilter, limit: number) =>
  selectFilteredZones(tx, filter)
    .select([
      'z.id',
      'z.name',
      'z.status',
      'z.max_capacity',
      'z.current_occupancy',
      'z.unseen_occupancy',
      'z.start_lat',
      'z.start_lng',
      'z.end_lat',
      'z.end_lng',
    ])
    .select(parts)
    .orderBy('z.name_order')
    .orderBy('z.id')
    .limit(limit)
    .execute()
export type MapZoneRow = Awaited<ReturnType<typeof listMapZones>>[number]

export type ListedZoneRow = Omit<Awaited<ReturnType<typeof listZones>>[number], 'created_at_exact'>

export type ZoneCounts = { all: number; active: number; pending: number; suspended: number }

export const countByStatus = (tx: Tx, filter: ZoneFilter = {}): Promise<ZoneCounts> =>
  selectFilteredZones(tx, filter)
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where z.status = 'active')`.as('active'),
      sql<number>`count(*) filter (where z.status = 'pending')`.as('pending'),
      sql<number>`count(*) filter (where z.status = 'suspended')`.as('suspended'),
    ])
    .executeTakeFirstOrThrow()

export type ZoneRow = NonNullable<Awaited<ReturnType<typeof findZone>>>

export const findZone = (tx: Tx, zoneId: string) =>
  selectZonesWithShape(tx).where('z.id', '=', zoneId).executeTakeFirst()

export const findZones = (tx: Tx, zoneIds: readonly string[]) =>
  selectZonesWithShape(tx).where('z.id', '=', sql<string>`any (${zoneIds}::uuid[])`).execute()

/** Reads a zone. Throws ZONE_NOT_FOUND if the actor cannot see it. */
export async function requireZone(tx: Tx, zoneId: string): Promise<ZoneRow> {
  const row = await findZone(tx, zoneId)
  if (!row) throw fail('ZONE_NOT_FOUND')
  return row
}

/** Updates the name, description and capacity. */
export async function updateZoneFacts(
  tx: Tx,
  zoneId: string,
  {
    name,
    description,
    maxCapacity,
  }: { name: string; description: string | null; maxCapacity: number | null },
): Promise<void> {
  await tx
    .updateTable('zones')
    .set({ name, description, max_capacity: maxCapacity })
    .where('id', '=', zoneId)
    .execute()
}

/** Locks the open request for the zone; undefined if there is none. Always lock the request before the zone. */
export const lockOpenRequest = (tx: Tx, zoneId: string) =>
  tx
    .selectFrom('zone_requests')
    .select(['id', 'requested_by'])
    .where('zone_id', '=', zoneId)
    .where('status', 'in', ['pending', 'returned'])
    .forUpdate()
    .executeTakeFirst()

export type WrittenDecision = {
  readonly decision: ZoneDecision
  readonly note: string
  /** Null if the request was closed because the zone was deleted. */
  readonly decidedBy: string | null
}

/** Stores the decision with the current name of the zone. */
export async function writeDecision(
  tx: Tx,
  requestId: string,
  { decision, note, decidedBy }: WrittenDecision,
): Promise<ZoneRequestFacts> {
  const { facts } = await tx
    .updateTable('zone_requests as r')
    .set({
      status: decision,
      name: sql<string>`coalesce((select z.name from zones z where z.id = r.zone_id), r.name)`,
      decision_note: note,
      decided_by: decidedBy,
      decided_at: sql<Date>`now()`,
    })
    .where('r.id', '=', requestId)
    .returning(sql<ZoneRequestFacts>`zone_request_facts(r)`.as('facts'))
    .executeTakeFirstOrThrow()
  return facts
}

/** A suspended organisation closes its zones. Locks the organisation until the transaction ends. */
export async function isOrganisationSuspended(tx: Tx, zoneId: string): Promise<boolean> {
  const row = await oneOrNone(tx)<{ suspended: boolean }>`
    select status = 'suspended' as suspended from clients
    where id = (select client_id from zones where id = ${zoneId}) for share`
  return row?.suspended ?? false
}

/** In the same order each time, so that two such changes do not wait for each other. Returns existing zones in order. */
export async function lockZonesForStatus(tx: Tx, zoneIds: readonly string[]): Promise<string[]> {
  await run(tx)`
    select from zone_requests where zone_id = any (${[...zoneIds]}::uuid[]) and status in ('pending', 'returned')
    order by zone_id for update`
  await run(tx)`
    select from clients where id in (select client_id from zones where id = any (${[...zoneIds]}::uuid[]))
    order by id for share`
  const rows = await many(tx)<{ id: string }>`
    select id from zones where id = any (${[...zoneIds]}::uuid[]) order by id for no key update`
  return rows.map(({ id }) => id)
}

/** Sets the status and returns the previous one; undefined if the zone already had this status. */
export async function updateStatus(
  tx: Tx,
  zoneId: string,
  status: ZoneStatus,
): Promise<ZoneStatus | undefined> {
  const row = await oneOrNone(tx)<{ before: ZoneStatus }>`
    update zones z set status = ${status} from (select id, status from zones where id = ${zoneId} for no key update) was
    where z.id = was.id and was.status <> ${status} returning was.status as before`
  return row?.before
}

type ZoneViewer = { userId: string; sessionId: string; seesAll: boolean }
export type AvailableFilter = { search?: string | undefined; zoneId?: string | undefined }
export type AvailableZonePosition = { readonly order: string; readonly id: string }

/**
 * Belonging or invited, by name, with role, changed permissions, star and the session's entry. Internal admins get all active ones,
 * as row-level security allows. Index: zones_status_order.
 */
export function listAvailableZones(
  tx: Tx,
  actor: ZoneViewer,
  { search = '', zoneId }: AvailableFilter,
  { after, limit }: PageOf<AvailableZonePosition>,
) {
  let query = selectZonesWithShape(tx)
    .leftJoin('zone_assignments as a', join =>
      join.onRef('a.zone_id', '=', 'z.id').on('a.user_id', '=', actor.userId),
    )
    .leftJoin('zone_entries as e', join =>
      join
        .onRef('e.zone_id', '=', 'z.id')
        .on('e.session_id', '=', actor.sessionId)
        .on('e.expires_at', '>', sql<Date>`now()`),
    )
    .leftJoin('starred_zones as s', join =>
      join.onRef('s.zone_id', '=', 'z.id').on('s.user_id', '=', actor.userId),
    )
    .select(eb => eb('s.user_id', 'is not', null).$castTo<boolean>().as('starred'))
    .select(['z.name_order', 'a.role as zone_role', 'a.accepted_at', 'e.expires_at as entry_expires_at'])
    .select(selectChangedPermissions('a', 'z').as('changes'))
    .where('z.status', '=', 'active')
    .$if(!actor.seesAll, builder => builder.where('a.user_id', 'is not', null))
    .orderBy('z.name_order')
    .orderBy('z.id')
    .limit(limit)
  if (zoneId !== undefined) query = query.where('z.id', '=', zoneId)
  for (const word of splitWords(search)) query = query.where(matchesWord(word))
  if (after)
    query = query.where(sql<boolean>`(z.name_order, z.id) > (${after.order}::text, ${after.id}::uuid)`)
  return query.execute()
}

/** Adds or removes the person's star; returns false if nothing changed. */
export async function updateStar(tx: Tx, userId: string, zoneId: string, starred: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = await (starred
    ? sql`insert into starred_zones (user_id, zone_id) values (${userId}, ${zoneId}) on conflict do nothing`
    : sql`delete from starred_zones where user_id = ${userId} and zone_id = ${zoneId}`
  ).execute(tx)
  return numAffectedRows > 0n
}

/** Counts the zones that `listAvailableZones` lists without a filter. */
export async function countAvailableZones(tx: Tx, actor: ZoneViewer): Promise<number> {
  const row = await one(tx)<{ count: number }>`
    select count(*)::int as count from zones z
    where z.status = 'active' and (${actor.seesAll}::boolean
      or exists (select from zone_assignments a where a.zone_id = z.id and a.user_id = ${actor.userId}))`
  return row.count
}

const splitWords = (search: string) => search.split(/\s+/).filter(Boolean)

const matchesWord = (word: string) =>
  sql<boolean>`concat_ws(' ', z.name, z.description) ilike ${`%${escapeLikePattern(word)}%`}::text`

export type AvailableZoneRow = Awaited<ReturnType<typeof listAvailableZones>>[number]

export type NewZone = {
  /** Generated by the client, so that a repeated request creates only one zone; not a primary key. */
  requestId: string
  name: string
  description: string | null
  shape: ZoneShape
  /** Derived from the shape and stored as the specification requires. */
  corners: Corners
  maxCapacity: number | null
  /** The zone's organisation, if the creator does not determine it. */
  organisationId?: string | undefined
  /** A note to the approvers, if the zone needs approval. */
  note?: string | undefined
  /** Makes the zone wait for approval even if its organisation does not require it. */
  asRequest?: boolean | undefined
}

type InsertResult = {
  readonly zone_id: string
  readonly created: boolean
  /** New memberships of people other than the creator. */
  readonly joined: Membership[] | null
  /** The zone request, if the zone needs approval. */
  readonly asked: ZoneRequestFacts | null
}

/**
 * Creates the zone with its shape and, for a client admin, their assignment. A repeated request by the same person returns the
 * first zone. Throws the errors in `organisationRefusals`.
 */
export async function insertZone(tx: Tx, zone: NewZone): Promise<InsertResult> {
  const { start, end } = zone.corners
  return mapDatabaseRefusal(one(tx)<InsertResult>`select * from create_zone(
    ${zone.requestId}, ${zone.organisationId ?? null}, ${zone.asRequest ?? false}, ${zone.note ?? ''}, ${zone.name}, ${zone.description}, ${zone.maxCapacity}, ${JSON.stringify(zone.shape)}::jsonb,
    ${start.lat}, ${start.lng}, ${end.lat}, ${end.lng})`)
}

/** Counts all zones, the zones the person created, and those of the given requests that have already created a zone. */
export const countZones = (tx: OwnerTx, userId: string, requestIds: readonly string[]) =>
  one(tx)<{ inAll: number; ofOne: number; made: number }>`
    select (select count(*)::int from zones) as "inAll",
      (select count(*)::int from zones where created_by = ${userId}) as "ofOne",
      (select count(*)::int from zones where created_by = ${userId} and request_id = any (${[...requestIds]}::uuid[])) as made`

export type FollowableZoneRow = {
  zone_id: string
  zone_role: string | null
  entry_expires_at: Date | null
  changes: Record<string, boolean> | null
}

/**
 * Accepted membership and role, with the session's entry; `seesAll`: all that exist. As the database owner: the feed calls it for a
 * socket, outside a request.
 */
export async function listFollowableZones(
  pool: pg.Pool,
  person: { userId: string; sessionId: string; seesAll: boolean },
  zoneIds: readonly string[],
): Promise<FollowableZoneRow[]> {
  const { rows } = await pool.query<FollowableZoneRow>(
    `select z.id as zone_id, a.role as zone_role, e.expires_at as entry_expires_at,
       changed_permissions(a.user_id, z.id) as changes
     from zones z
       left join zone_assignments a on a.zone_id = z.id and a.user_id = $1
       left join zone_entries e on e.zone_id = z.id and e.session_id = $2 and e.expires_at > now()
     where z.id = any($4::uuid[]) and ($3 or (a.accepted_at is not null and is_open_to(z.status, a.role)))`,
    [person.userId, person.sessionId, person.seesAll, zoneIds],
  )
  return rows
}
