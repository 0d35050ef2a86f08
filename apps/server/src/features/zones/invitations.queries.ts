import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { one } from '../../db/rows.ts'

/** Accepts the person's invitation to the zone; returns false if they have none. */
export async function acceptInvitationAsOwner(tx: Tx, userId: string, zoneId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('zone_assignments')
    .set({ accepted_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('zone_id', '=', zoneId)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns true if the person is a member of the zone or invited to it. */
export async function isZoneMember(tx: Tx, userId: string, zoneId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('zone_assignments')
    .select('assignment_id')
    .where('user_id', '=', userId)
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
  return row !== undefined
}

/** Accepts the actor's own invitation in a role that needs no PIN; returns false if they have none. */
export async function acceptOwnInvitation(tx: Tx, zoneId: string): Promise<boolean> {
  const { accepted } = await one(tx)<{ accepted: boolean }>`select accept_invitation(${zoneId}) as accepted`
  return accepted
}

/** Lists the person's pending invitations among these zones, with their roles, ordered by zone. */
export const listInvitations = (tx: Tx, userId: string, zoneIds: readonly string[]) =>
  tx
    .selectFrom('zone_assignments')
    .select(['zone_id as zoneId', 'role'])
    .where('user_id', '=', userId)
    .where('zone_id', 'in', [...zoneIds])
    .where('accepted_at', 'is', null)
    .orderBy('zone_id')
    .execute()
export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number]
