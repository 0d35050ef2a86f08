import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { many, manyValues } from '../../../db/rows.ts'

export type TrackingRequestKey = {
  readonly userId: string
  readonly zoneId: string
  readonly requestedBy: string
}

export async function findOrInsertRequest(
  tx: Tx,
  request: TrackingRequestKey,
): Promise<{ id: string; isNew: boolean }> {
  const { userId, zoneId, requestedBy } = request
  const insertedRow = await tx
    .insertInto('location_tracking_requests')
    .values({ user_id: userId, zone_id: zoneId, requested_by: requestedBy })
    .onConflict(it =>
      it.columns(['user_id', 'zone_id', 'requested_by']).where('status', '=', 'pending').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (insertedRow) return { id: insertedRow.id, isNew: true }
  const openRequestId = await findOpenRequest(tx, request)
  // The open request may have been answered in the meantime; then a new one can be inserted.
  return openRequestId ? { id: openRequestId, isNew: false } : findOrInsertRequest(tx, request)
}

const selectRequests = (tx: Tx, { userId, zoneId, requestedBy }: TrackingRequestKey) =>
  tx
    .selectFrom('location_tracking_requests')
    .where('user_id', '=', userId)
    .where('zone_id', '=', zoneId)
    .where('requested_by', '=', requestedBy)

export async function findOpenRequest(tx: Tx, request: TrackingRequestKey): Promise<string | undefined> {
  const openRequest = await selectRequests(tx, request)
    .select('id')
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return openRequest?.id
}

/** Lists the times of the last day's requests with the same key, newest first. Index: location_tracking_requests_user. */
export async function listRecentRequestTimes(
  tx: Tx,
  request: TrackingRequestKey,
  limit: number,
): Promise<Date[]> {
  const rows = await selectRequests(tx, request)
    .select('created_at')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => row.created_at)
}

export const listRequests = (tx: Tx) =>
  manyValues(tx)<TrackingRequest>`
    select request from list_tracking_requests(${limits.trackingRequestsMost})`

/** Reads the request as both sides see it, including the names of people whose profile the actor may not read. */
export async function readRequest(tx: Tx, requestId: string): Promise<TrackingRequest> {
  const rows = await many(tx)<{ request: TrackingRequest }>`
    select tracking_request_view(r) as request from location_tracking_requests r where id = ${requestId}`
  const [row] = rows
  if (!row) throw new Error('A request that was just written is not there')
  return row.request
}

/** Returns true if it was open and the actor may settle it; row-level security prevents any other change. */
export async function finishRequest(
  tx: Tx,
  requestId: string,
  status: 'accepted' | 'declined' | 'withdrawn',
): Promise<boolean> {
  const row = await tx
    .updateTable('location_tracking_requests')
    .set({ status, answered_at: sql`now()` })
    .where('id', '=', requestId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the status and requester of a request visible to the actor. */
export const findRequest = (tx: Tx, requestId: string) =>
  tx
    .selectFrom('location_tracking_requests')
    .select(['status', 'requested_by'])
    .where('id', '=', requestId)
    .executeTakeFirst()

/** Deletes up to `limit` requests that were settled more than `locationRequestKeepDays` days ago. */
export const deleteSettledRequests = (limit: number) =>
  sql`delete from location_tracking_requests where id = any(array(
    select id from location_tracking_requests
    where answered_at < now() - ${limits.locationRequestKeepDays} * interval '1 day' limit ${limit}))`
