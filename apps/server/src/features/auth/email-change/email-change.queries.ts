import { emailChangeHours, emailObjectionDays } from '@muster/domain/email-change.ts'
import { sql } from 'kysely'
import type { Database, OwnerTx, Tx } from '../../../db/database.ts'
import { many, one, oneOrNone, oneValue, run } from '../../../db/rows.ts'
import { unlessTaken } from '../sign-ins.queries.ts'

const isOpen = sql`confirmed_at is null and created_at > now() - ${emailChangeHours} * interval '1 hour'`
const isUndoable = sql`confirmed_at > now() - ${emailObjectionDays} * interval '1 day'`

export type PendingChangeRow = { readonly newEmail: string; readonly askedAt: Date }

/** Reads as the database owner, as everything in sign-in does. */
export const findPendingChange = (tx: Tx, userId: string) =>
  oneOrNone(tx)<PendingChangeRow>`
    select new_email as "newEmail", created_at as "askedAt" from email_changes
    where user_id = ${userId} and ${isOpen}`

export type EmailChangeRequest = {
  readonly userId: string
  readonly newEmail: string
  readonly requestedBy: string
}

/**
 * Stores the requested change in place of an earlier one, and returns its id and the old address; undefined if the new address
 * already has an account or the person no longer exists.
 */
export async function insertChange(
  tx: Tx,
  { userId, newEmail, requestedBy }: EmailChangeRequest,
): Promise<{ id: string; oldEmail: string } | undefined> {
  const person = await oneOrNone(tx)<{ email: string }>`
    select email from user_profiles where id = ${userId} for no key update`
  const existingUsers = await many(tx)`select from auth.users where email = ${newEmail}`
  if (!person || existingUsers.length > 0) return undefined
  await deletePendingChange(tx, userId)
  const { id } = await one(tx)<{ id: string }>`
    insert into email_changes (user_id, old_email, new_email, requested_by)
    values (${userId}, ${person.email}, ${newEmail}, ${requestedBy}) returning id`
  return { id, oldEmail: person.email }
}

export async function deletePendingChange(tx: Tx, userId: string): Promise<boolean> {
  const changed = await run(tx)`delete from email_changes where user_id = ${userId} and confirmed_at is null`
  return changed > 0
}

export type ChangeRow = {
  readonly id: string
  readonly userId: string
  readonly oldEmail: string
  readonly newEmail: string
  readonly requestedBy: string | null
  readonly isConfirmed: boolean
}
const columns = sql`id, user_id as "userId", old_email as "oldEmail", new_email as "newEmail",
  requested_by as "requestedBy", confirmed_at is not null as "isConfirmed"`

/** Finds the open change of the link. Reads as the database owner, because nobody is signed in. */
export async function findChangeToConfirm(
  db: Pick<Database, 'pool'>,
  hash: string,
): Promise<ChangeRow | undefined> {
  const { rows } = await db.pool.query<ChangeRow>(
    `select id, user_id as "userId", old_email as "oldEmail", new_email as "newEmail", requested_by as "requestedBy",
       false as "isConfirmed"
     from email_changes where confirm_hash = $1 and confirmed_at is null and created_at > now() - make_interval(hours => $2)`,
    [hash, emailChangeHours],
  )
  return rows[0]
}

/**
 * Reads the change again and locks it until the transaction ends; undefined if it is no longer open. The person is locked first, in
 * the same order as when an account is deleted.
 */
export async function lockChangeToConfirm(
  tx: OwnerTx,
  { id, userId }: ChangeRow,
): Promise<ChangeRow | undefined> {
  await run(tx)`select from user_profiles where id = ${userId} for update`
  return oneOrNone(tx)<ChangeRow>`
    select ${columns} from email_changes c where id = ${id} and ${isOpen}
      and exists (select from auth.users u where u.id = c.user_id and u.email = c.old_email) for update`
}

/**
 * Open, or confirmed within the last week; locks person and change. Undefined if an administrator requested it within a week of one
 * by the person: the old address may be a thief's from whom the account was just recovered.
 */
export async function lockChangeToObject(tx: OwnerTx, hash: string): Promise<ChangeRow | undefined> {
  await run(tx)`
    select from user_profiles where id = (select user_id from email_changes where object_hash = ${hash}) for update`
  return oneOrNone(tx)<ChangeRow>`
    select ${columns} from email_changes c where object_hash = ${hash} and (${isOpen} or ${isUndoable})
      and (requested_by = user_id or not exists (
        select from email_changes e where e.user_id = c.user_id and e.requested_by = e.user_id and e.created_at < c.created_at
          and e.confirmed_at > now() - ${emailObjectionDays} * interval '1 day'))
    for update`
}

/** Ends the links emailed to the old address. Returns false if another account has the new one. A trigger changes the profile. */
export async function updateEmail(tx: OwnerTx, userId: string, email: string): Promise<boolean> {
  const isChanged = await unlessTaken(
    tx,
    () => run(tx)`
      update auth.users set email = ${email}, email_verified = true, updated_at = now() where id = ${userId}`,
  )
  if (isChanged === undefined) return false
  await run(tx)`delete from auth.verifications where value = ${userId}`
  return true
}

export async function markConfirmed(tx: Tx, id: string): Promise<void> {
  await run(tx)`update email_changes set confirmed_at = now(), confirm_hash = null where id = ${id}`
}

/** Earlier ones remain: a thief could otherwise object to a second change, and the owner could no longer revert the first. */
export async function deleteChangesFrom(tx: OwnerTx, { id, userId }: ChangeRow): Promise<void> {
  await run(tx)`delete from email_changes where user_id = ${userId}
    and created_at >= (select created_at from email_changes where id = ${id})`
}

/** The time at which a change was confirmed. */
export const confirmedAt = (changeId: string) =>
  sql<Date>`(select confirmed_at from email_changes where id = ${changeId})`

/** Deletes passwords that were set, and single sign-on links that were added, after the confirmation. */
export const deletePasswordsSince = (tx: OwnerTx, { id, userId }: ChangeRow) => run(tx)`
  delete from auth.accounts where user_id = ${userId} and (created_at >= ${confirmedAt(id)}
    or provider_id = 'credential' and updated_at >= ${confirmedAt(id)})`

/** Returns true once the account has a password or linked single sign-on. */
export const hasJoined = (tx: OwnerTx, userId: string) =>
  oneValue(tx)<boolean>`
    select exists (select from auth.accounts where user_id = ${userId}) as joined`

export type MailedChange = ChangeRow & { readonly hasPassword: boolean; readonly language: string }

/**
 * Stores the hash of an email's link token and returns the change with what the email needs; undefined if the email is no longer
 * needed. Runs as the database owner.
 */
export async function storeTokenHash(
  db: Pick<Database, 'pool'>,
  changeId: string,
  purpose: 'confirm' | 'object',
  hash: string,
): Promise<MailedChange | undefined> {
  const { rows } = await db.pool.query<MailedChange>(
    `update email_changes c set ${purpose === 'confirm' ? 'confirm_hash' : 'object_hash'} = $2
     where id = $1 ${purpose === 'confirm' ? 'and confirmed_at is null' : ''}
     returning id, user_id as "userId", old_email as "oldEmail", new_email as "newEmail", requested_by as "requestedBy",
       confirmed_at is not null as "isConfirmed",
       exists (select from auth.accounts a where a.user_id = c.user_id and a.provider_id = 'credential') as "hasPassword",
       (select reading_language(u.id, u.language) from user_profiles u where u.id = c.user_id) as language`,
    [changeId, hash],
  )
  return rows[0]
}
