import { endedInvitationKeepDays, maxOpenInvitations } from '@muster/domain/zone-invitation.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, one, oneOrNone, oneValue, run } from '../../db/rows.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { acceptInvitationAsOwner, addMember } from '../zones/index.ts'

export type InvitationRow = {
  id: string
  invited_by: string | null
  role: string
  email: string | null
  max_uses: number
  uses: number
  created_at: Date
  expires_at: Date
  mailed_at: Date | null
  revoked_at: Date | null
  /** The ids of the first 20 people who used it, oldest first. */
  used_by: string[]
}

const columns = sql`i.id, i.invited_by, i.role, i.email, i.max_uses, i.uses, i.created_at, i.expires_at, i.mailed_at, i.revoked_at,
  array(select u.user_id from zone_invitation_uses u where u.invitation_id = i.id order by u.used_at, u.user_id limit 20) as used_by`
const isOpen = sql`i.revoked_at is null and i.uses < i.max_uses and i.expires_at > now()`

/** Lists the zone's invitations after an id, newest first. Index: zone_invitations_zone. */
export const listInvitations = (
  tx: Tx,
  zoneId: string,
  onlyOpen: boolean,
  { after, limit }: PageOf<{ id: string }>,
) =>
  many(tx)<InvitationRow>`
    select ${columns} from zone_invitations i
    where i.zone_id = ${zoneId} and (${after?.id ?? null}::uuid is null or i.id < ${after?.id ?? null}::uuid)
      and (not ${onlyOpen}::boolean or ${isOpen})
    order by i.id desc limit ${limit}::int`

export const findInvitation = (tx: Tx, zoneId: string, id: string) =>
  oneOrNone(tx)<InvitationRow>`
    select ${columns} from zone_invitations i where i.zone_id = ${zoneId} and i.id = ${id}`

/** Waits for other additions to the zone's invitations, and returns how many more open ones it may have. */
export async function lockOpenInvitations(tx: Tx, zoneId: string): Promise<number> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`zone-invitations:${zoneId}`}, 0))`
  const { count } = await one(tx)<{ count: number }>`
    select count(*) as count from zone_invitations i where i.zone_id = ${zoneId} and ${isOpen}`
  return maxOpenInvitations - count
}

type NewInvitation = {
  readonly zoneId: string
  readonly invitedBy: string
  readonly role: string
  readonly days: number
  readonly maxUses: number
  readonly tokenHash: string
}

/** Stores an invitation by a link that is shared by hand. */
export const insertInvitation = (tx: Tx, it: NewInvitation) =>
  oneValue(tx)<string>`
    insert into zone_invitations (zone_id, invited_by, role, days, max_uses, token_hash, expires_at)
    values (${it.zoneId}, ${it.invitedBy}, ${it.role}, ${it.days}, ${it.maxUses}, ${it.tokenHash}, now() + ${it.days}::int * interval '1 day')
    returning id`

export type MailedRow = { id: string; email: string; created_at: Date }

/** Stores an invitation for each address, whose links are made when they are mailed. */
export const insertEmailInvitations = (
  tx: Tx,
  emails: readonly string[],
  { zoneId, invitedBy, role, days }: Omit<NewInvitation, 'maxUses' | 'tokenHash'>,
) =>
  many(tx)<MailedRow>`
    insert into zone_invitations (zone_id, invited_by, role, days, max_uses, email, expires_at)
    select ${zoneId}::uuid, ${invitedBy}::uuid, ${role}, ${days}::int, 1, email, now() + ${days}::int * interval '1 day'
    from unnest(${[...emails]}::text[]) email
    returning id, email, created_at`

/**
 * Finds which addresses belong to accepted members of the zone, to people who declined an invitation to it within the last day, and
 * which have an open invitation.
 */
export async function findKnownEmails(
  tx: Tx,
  zoneId: string,
  emails: readonly string[],
): Promise<Map<string, 'member' | 'open' | 'declined'>> {
  const rows = await many(tx)<{ email: string; outcome: 'member' | 'open' | 'declined' }>`
    select u.email, 'declined' as outcome from user_profiles u join declined_invitations d on d.user_id = u.id and d.zone_id = ${zoneId}
      where u.email = any(${[...emails]}::text[]) and d.declined_at > now() - interval '1 day'
    union all
    select i.email, 'open' from zone_invitations i
      where i.zone_id = ${zoneId} and i.email = any(${[...emails]}::text[]) and ${isOpen}
    union all
    select u.email, 'member' from user_profiles u join zone_assignments a on a.user_id = u.id and a.zone_id = ${zoneId}
      where u.email = any(${[...emails]}::text[]) and a.accepted_at is not null`
  return new Map(rows.map(({ email, outcome }) => [email, outcome]))
}

/** Ends earlier links; counts as made now, by the renewer. Undefined if used, revoked, or a link shared by hand. */
export const renewInvitation = (
  tx: Tx,
  { zoneId, id, invitedBy }: { zoneId: string; id: string; invitedBy: string },
) =>
  oneOrNone(tx)<MailedRow>`
    update zone_invitations set token_hash = null, mailed_at = null, invited_by = ${invitedBy}, created_at = now(),
      expires_at = now() + days * interval '1 day'
    where zone_id = ${zoneId} and id = ${id} and email is not null and revoked_at is null and uses < max_uses
    returning id, email, created_at`

/** Revokes an invitation that still works; returns false if it does not. */
export async function revokeInvitation(tx: Tx, zoneId: string, id: string): Promise<boolean> {
  const changed = await run(tx)`
    update zone_invitations i set revoked_at = now() where i.zone_id = ${zoneId} and i.id = ${id} and ${isOpen}`
  return changed === 1
}

/** What the link of an invitation is checked against. `inviter…` is null once the inviter's account is gone or not active. */
export type LinkedInvitationRow = {
  id: string
  zone_id: string
  role: string
  email: string | null
  uses: number
  max_uses: number
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  zone_name: string
  zone_status: string
  invited_by: string | null
  inviter_name: string | null
  inviter_role: string | null
  inviter_zone_role: string | null
  inviter_accepted: boolean
  inviter_changes: Record<string, boolean> | null
}

/** Compares hashes, so timing reveals nothing about the secret. `locks` makes concurrent uses wait for each other. */
export async function findLinkedInvitation(
  tx: Tx,
  tokenHash: string,
  locks = false,
): Promise<LinkedInvitationRow | undefined> {
  if (locks) await run(tx)`select from zone_invitations where token_hash = ${tokenHash} for no key update`
  return oneOrNone(tx)<LinkedInvitationRow>`
    select i.id, i.zone_id, i.role, i.email, i.uses, i.max_uses, i.created_at, i.expires_at, i.revoked_at,
      z.name as zone_name, z.status as zone_status, i.invited_by,
      trim(p.first_name || ' ' || p.last_name) as inviter_name, p.role as inviter_role, a.role as inviter_zone_role,
      a.accepted_at is not null as inviter_accepted, changed_permissions(p.id, z.id) as inviter_changes
    from zone_invitations i join zones z on z.id = i.zone_id
      left join user_profiles p on p.id = i.invited_by and p.status = 'active'
      left join zone_assignments a on a.user_id = p.id and a.zone_id = z.id
    where i.token_hash = ${tokenHash}`
}

export type HolderRow = {
  email: string
  sees_all: boolean
  /** Null unless they are a member; also set for people who were added and have not entered yet. */
  zone_role: string | null
  has_accepted: boolean
  removed_since: boolean
}

/** A membership that ended after the invitation was made shows that the person was removed. */
export const readHolder = (
  tx: Tx,
  userId: string,
  { zone_id, created_at }: Pick<LinkedInvitationRow, 'zone_id' | 'created_at'>,
) =>
  oneOrNone(tx)<HolderRow>`
    select u.email as email,
      exists (select from role_permissions p where p.role = u.role and p.permission = 'view_all_zones') as sees_all,
      a.role as zone_role, a.accepted_at is not null as has_accepted,
      exists (select from past_memberships m where m.user_id = u.id and m.zone_id = ${zone_id} and m.ended_at > ${created_at}) as removed_since
    from user_profiles u left join zone_assignments a on a.user_id = u.id and a.zone_id = ${zone_id}
    where u.id = ${userId} and u.status = 'active'`

/** Counts a use; returns false if no use is left. */
export async function takeUse(tx: Tx, id: string): Promise<boolean> {
  const changed = await run(tx)`
    update zone_invitations set uses = uses + 1 where id = ${id} and uses < max_uses`
  return changed === 1
}

/** Gives back a use that was counted before a sign-up that failed. */
export async function returnUse(tx: OwnerTx, id: string): Promise<void> {
  await run(tx)`update zone_invitations set uses = uses - 1 where id = ${id} and uses > 0`
}

/** Returns true if the account exists: a sign-up with a taken address, if emails are confirmed, returns an id without one. */
export async function hasProfile(tx: OwnerTx, userId: string): Promise<boolean> {
  const rows = await many(tx)`select from user_profiles where id = ${userId}`
  return rows.length > 0
}

/** Blocks the deletion of these accounts until the transaction ends. Take these locks before that of an invitation. */
export async function lockProfiles(tx: Tx, userIds: readonly (string | null)[]): Promise<void> {
  await run(tx)`select from user_profiles where id = any(${[...userIds]}::uuid[]) order by id for key share`
}

/**
 * False if they belong to it. `accepts` makes a member; else invited until they enter. A trigger applies the organisation's limit.
 * Throws ORGANISATION_PEOPLE_FULL.
 */
export async function joinZone(
  tx: Tx,
  { id, zone_id, role, invited_by }: LinkedInvitationRow,
  userId: string,
  accepts: boolean,
): Promise<boolean> {
  if (!(await addMember(tx, { userId, zoneId: zone_id, role, assignedBy: invited_by }))) return false
  // A membership made by somebody else begins as an invitation (invite_first), which opening the link has answered.
  if (accepts) await acceptInvitationAsOwner(tx, userId, zone_id)
  await run(tx)`
    insert into zone_invitation_uses (invitation_id, user_id) values (${id}, ${userId}) on conflict do nothing`
  return true
}

export async function readNames(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await many(tx)<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from user_profiles where id = any(${[...userIds]}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type MailedInvitation = {
  zone_id: string
  email: string
  role: string
  days: number
  zone: string
  inviter: string
  language: string
}

/**
 * Ends earlier links. Undefined if ended, or renewed meanwhile, which queued another email. In the account's or inviter's language.
 */
export const storeMailedLink = (
  tx: Tx,
  { id, tokenHash, invitedAt }: { id: string; tokenHash: string; invitedAt: string | undefined },
) =>
  oneOrNone(tx)<MailedInvitation>`
    update zone_invitations i set token_hash = ${tokenHash}
    from zones z, user_profiles p
    where i.id = ${id} and i.email is not null and ${isOpen}
      and date_trunc('milliseconds', i.created_at) = coalesce(${invitedAt ?? null}::timestamptz, date_trunc('milliseconds', i.created_at))
      and z.id = i.zone_id and p.id = i.invited_by and p.status = 'active'
    returning i.zone_id, i.email, i.role, i.days, z.name as zone, trim(p.first_name || ' ' || p.last_name) as inviter,
      coalesce((select reading_language(u.id, u.language) from user_profiles u where u.email = i.email limit 1),
        reading_language(p.id, p.language)) as language`

/** Stores that the email with this link was sent; returns false if the invitation was renewed while it was sent. */
export async function storeMailed(tx: OwnerTx, id: string, tokenHash: string): Promise<boolean> {
  const changed = await run(tx)`
    update zone_invitations set mailed_at = now() where id = ${id} and token_hash = ${tokenHash}`
  return changed === 1
}

/** Deletes the invitations mailed to an address. */
export const deleteInvitationsFor = (tx: Tx, userId: string) =>
  run(tx)`delete from zone_invitations where email = (select email from user_profiles where id = ${userId})`

/** Deletes invitations some time after they ended. */
export const deleteEndedInvitations = (limit: number) =>
  sql`delete from zone_invitations where id = any(array(
    select id from zone_invitations
    where expires_at < now() - ${endedInvitationKeepDays} * interval '1 day' order by expires_at limit ${limit}))`
