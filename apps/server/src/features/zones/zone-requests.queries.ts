import type { ZoneRequestStatus } from '@muster/domain/zone-request.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { wireTime } from '../../db/wire-time.ts'
import { fail } from '../../rpc/fail.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { ZoneRequestFacts } from './zone-requests.alerts.ts'

/** The zone's current name or, once the zone is deleted, the name in the request. */
const currentName = sql<string>`coalesce((select z.name from zones z where z.id = r.zone_id), r.name)`

/** Selects requests with the names that the actor may see. */
const selectRequests = (tx: Tx) =>
  tx
    .selectFrom('zone_requests as r')
    .leftJoin('user_profiles as u', 'u.id', 'r.requested_by')
    .selectAll('r')
    .select(currentName.as('name'))
    .select(['u.first_name', 'u.last_name'])
    .select([
      sql<
        string | null
      >`(select c.name from clients c where c.id = r.client_id and has_several_clients())`.as('organisation'),
      wireTime('r.created_at').as('created_at_exact'),
    ])
export type ZoneRequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]
export type RequestCursor = { readonly createdAt: string; readonly id: string }

/** Newest first, after a cursor. Indexes: zone_requests_newest, zone_requests_status, zone_requests_requested_by. */
export function listZoneRequests(
  tx: Tx,
  status: ZoneRequestStatus | undefined,
  { after, limit }: PageOf<RequestCursor>,
) {
  let query = selectRequests(tx).orderBy('r.created_at', 'desc').orderBy('r.id', 'desc').limit(limit)
  if (status) query = query.where('r.status', '=', status)
  if (after)
    query = query.where(
      sql<boolean>`(r.created_at, r.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  return query.execute()
}

export async function countOpenRequests(tx: Tx): Promise<{ pending: number; returned: number }> {
  const row = await tx
    .selectFrom('zone_requests')
    .select([
      sql<number>`(count(*) filter (where status = 'pending'))::int`.as('pending'),
      sql<number>`(count(*) filter (where status = 'returned'))::int`.as('returned'),
    ])
    .where('status', 'in', ['pending', 'returned'])
    .executeTakeFirst()
  return row ?? { pending: 0, returned: 0 }
}

export const zoneRequestQuery = (tx: Tx, id: string) => selectRequests(tx).where('r.id', '=', id)

/** Reads a request. Throws ZONE_REQUEST_NOT_FOUND. */
export async function requireZoneRequest(tx: Tx, id: string): Promise<ZoneRequestRow> {
  const row = await zoneRequestQuery(tx, id).executeTakeFirst()
  if (!row) throw fail('ZONE_REQUEST_NOT_FOUND')
  return row
}

/** Finds the request for a zone, whether pending or decided. */
export const findRequestOfZone = (tx: Tx, zoneId: string): Promise<ZoneRequestRow | undefined> =>
  selectRequests(tx).where('r.zone_id', '=', zoneId).executeTakeFirst()

/** True if the requester belongs to the zone's organisation or is an internal admin, who needs no organisation. */
const requesterBelongs = sql<boolean>`exists (
  select from user_profiles u
  where u.id = r.requested_by and (u.role in ('super_admin', 'admin') or exists (
    select from client_members m where m.client_id = r.client_id and m.user_id = u.id)))`

export const lockedRequestQuery = (tx: Tx, id: string) =>
  tx
    .selectFrom('zone_requests as r')
    .select(['r.id', 'r.zone_id', 'r.requested_by'])
    .select([sql<ZoneRequestStatus>`r.status`.as('status'), requesterBelongs.as('asker_belongs')])
    .where('r.id', '=', id)
    .forUpdate()
export type LockedRequest = Awaited<ReturnType<ReturnType<typeof lockedRequestQuery>['execute']>>[number]

/** Like `lockedRequestQuery`, for one's own requests while one belongs to the organisation or is an internal admin. */
export const ownRequestQuery = (tx: Tx, id: string, userId: string) =>
  lockedRequestQuery(tx, id).where('r.requested_by', '=', userId).where(requesterBelongs)

/** Clears the earlier decision and takes the zone's current name. Returns the facts for the alert. */
export async function writeResubmission(tx: Tx, id: string, note: string): Promise<ZoneRequestFacts> {
  const { facts } = await tx
    .updateTable('zone_requests as r')
    .set({
      status: 'pending',
      note,
      name: currentName,
      decision_note: '',
      decided_by: null,
      decided_at: null,
    })
    .where('r.id', '=', id)
    .returning(sql<ZoneRequestFacts>`zone_request_facts(r)`.as('facts'))
    .executeTakeFirstOrThrow()
  return facts
}

export const writeWithdrawal = (tx: Tx, id: string) =>
  tx.updateTable('zone_requests').set({ status: 'withdrawn' }).where('id', '=', id).execute()
