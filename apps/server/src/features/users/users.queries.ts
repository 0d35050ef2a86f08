import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The members of a zone who have accepted, with their presence there, newest assignment first, then by name. */
export function listZoneUsers(tx: Tx, zoneId: string) {
  return tx
    .selectFrom('zone_assignments as a')
    .innerJoin('user_profiles as u', 'u.id', 'a.user_id')
    .leftJoin('presence_tracking as p', join =>
      join.onRef('p.user_id', '=', 'a.user_id').onRef('p.zone_id', '=', 'a.zone_id'),
    )
    .leftJoin(
      sql<{
        user_id: string
        latitude: number | null
        longitude: number | null
      }>`located_members(${zoneId})`.as('l'),
      join => join.onRef('l.user_id', '=', 'a.user_id'),
    )
    .where('a.zone_id', '=', zoneId)
    .where('a.accepted_at', 'is not', null)
    .select([
      'a.assignment_id',
      'a.role as zone_role',
      'a.assigned_at',
      'u.id as user_id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.phone',
      'u.user_code',
      'u.skills',
      'u.role',
      'u.status',
      'u.profile_image',
      'u.created_at',
      'u.emergency_contact_name',
      'u.emergency_contact_phone',
      'u.emergency_contact_relationship',
      'p.is_inside_zone',
      'p.entry_time',
      'p.captured_at',
      'l.latitude',
      'l.longitude',
      'p.accuracy_meters',
    ])
    .orderBy('a.assigned_at', 'desc')
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .execute()
}
export type ZoneUserRow = Awaited<ReturnType<typeof listZoneUsers>>[number]

export type InvitedUserRow = {
  assignment_id: string
  user_id: string
  first_name: string
  last_name: string
  user_code: string
  zone_role: string
  assigned_at: Date
}

/** Who was invited to the zone and has not accepted, the newest first: all that its managers may know of them. */
export async function listInvitedUsers(tx: Tx, zoneId: string): Promise<InvitedUserRow[]> {
  const { rows } = await sql<InvitedUserRow>`
    select * from invited_members(${zoneId}) order by assigned_at desc, first_name, last_name, user_id`.execute(
    tx,
  )
  return rows
}

/** Ends the actor's own membership, if they were only invited; false otherwise. */
export async function declineOwnInvitation(tx: Tx, zoneId: string): Promise<boolean> {
  const { rows } = await sql<{ declined: boolean }>`select decline_invitation(${zoneId}) as declined`.execute(
    tx,
  )
  return rows[0]?.declined ?? false
}

export type Linked = {
  id: string
  first_name: string
  last_name: string
  outcome: 'linked' | 'assigned' | 'declined'
}

/** Invites whoever carries the code; nothing when the actor may not, or the code is nobody's who can be linked. */
export async function linkUserByCode(
  tx: Tx,
  code: string,
  zoneId: string,
  role: string,
): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`select * from link_user_by_code(${code}, ${zoneId}, ${role})`.execute(tx)
  return rows[0]
}

/** Ends somebody's membership, unless they are the last manager of the zone; the database holds the rule. */
export async function unlinkMember(
  tx: Tx,
  zoneId: string,
  userId: string,
): Promise<'unlinked' | 'not_assigned' | 'last_manager'> {
  const { rows } = await sql<{ outcome: 'unlinked' | 'not_assigned' | 'last_manager' }>`
    select unlink_member(${zoneId}, ${userId}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'not_assigned'
}

/** Whether they are a member who has accepted: who is only invited is nobody's to help or to hinder. */
export async function isMember(tx: Tx, zoneId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('zone_assignments')
    .select('assignment_id')
    .where('zone_id', '=', zoneId)
    .where('user_id', '=', userId)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets the wrong tries; false when the person has no PIN. */
export async function clearPinFailures(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('entry_pins')
    .set({ failures: sql`'{}'`, reset_asked_at: null, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Boolean(numUpdatedRows)
}

/** `failures`: the wrong tries (ms) since the last success or reset. */
type MemberPin = { readonly failures: readonly number[]; readonly resetAskedAt: Date | null }

/** The PINs of the members who have one; nobody's for an actor who may not reset PINs in the zone. */
export async function readMemberPins(tx: Tx, zoneId: string): Promise<ReadonlyMap<string, MemberPin>> {
  const { rows } = await sql<{ user_id: string; failures: Date[]; reset_asked_at: Date | null }>`
    select user_id, failures, reset_asked_at from pins_of_members(${zoneId})`.execute(tx)
  return new Map(
    rows.map(row => [
      row.user_id,
      { failures: row.failures.map(at => at.getTime()), resetAskedAt: row.reset_asked_at },
    ]),
  )
}
