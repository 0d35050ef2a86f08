import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

type Asked = { userId: string; zoneId: string; requestedBy: string }

/** Asks; what is open already stays as it is. Answers the id of the request. */
export async function putRequest(tx: Tx, { userId, zoneId, requestedBy }: Asked): Promise<string> {
  const made = await tx
    .insertInto('location_tracking_requests')
    .values({ user_id: userId, zone_id: zoneId, requested_by: requestedBy })
    .onConflict(it =>
      it.columns(['user_id', 'zone_id', 'requested_by']).where('status', '=', 'pending').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const open = await tx
    .selectFrom('location_tracking_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('zone_id', '=', zoneId)
    .where('requested_by', '=', requestedBy)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return open.id
}

export async function listRequests(tx: Tx): Promise<TrackingRequest[]> {
  const { rows } = await sql<{ request: TrackingRequest }>`
    select request from list_tracking_requests(${limits.trackingRequestsMost})`.execute(tx)
  return rows.map(row => row.request)
}

/** Whether it was the actor's to answer or to withdraw, and open: row-level security lets them change no other. */
export async function settleRequest(
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

/** How far a request is that the actor may see, and whose it is. */
export const findRequest = (tx: Tx, requestId: string) =>
  tx
    .selectFrom('location_tracking_requests')
    .select(['status', 'requested_by'])
    .where('id', '=', requestId)
    .executeTakeFirst()
