import type { Tx } from '../../db/database.ts'
import { oneValue, run } from '../../db/rows.ts'
import { mapDatabaseRefusal } from '../../rpc/map-database-refusal.ts'

/** Accepts the person's invitation to the zone, if `role`, only in this role; returns false if they have none. */
export async function acceptInvitationAsOwner(
  tx: Tx,
  userId: string,
  zoneId: string,
  role: string | null = null,
): Promise<boolean> {
  const changed = await run(tx)`update zone_assignments set accepted_at = now()
    where user_id = ${userId} and zone_id = ${zoneId} and role = coalesce(${role}, role) and accepted_at is null`
  return changed > 0
}

type NewMember = {
  readonly userId: string
  readonly zoneId: string
  readonly role: string
  readonly assignedBy: string | null
}

/** False if they belong to it. A trigger applies the organisation's limit. Throws ORGANISATION_PEOPLE_FULL. */
export async function addMember(tx: Tx, { userId, zoneId, role, assignedBy }: NewMember): Promise<boolean> {
  const changed = await mapDatabaseRefusal(
    run(tx)`insert into zone_assignments (user_id, zone_id, role, assigned_by)
      values (${userId}, ${zoneId}, ${role}, ${assignedBy}) on conflict (user_id, zone_id) do nothing`,
  )
  return changed > 0
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
export const acceptOwnInvitation = (tx: Tx, zoneId: string) =>
  oneValue(tx)<boolean>`select accept_invitation(${zoneId}) as accepted`

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
