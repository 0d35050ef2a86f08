import { sql } from 'kysely'
import type { Database, OwnerTx, Tx } from '../../../db/database.ts'
import { many, oneOrNone, run } from '../../../db/rows.ts'
import type { AddedAccess } from '../../trackers/index.ts'

export type PasskeyRow = {
  readonly id: string
  readonly name: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const columns = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`

/** Lists the person's passkeys, newest first. Reads as the database owner, as everything in sign-in does. */
export const listPasskeys = (tx: Tx, userId: string) =>
  many(tx)<PasskeyRow>`select ${columns} from auth.passkeys
    where user_id = ${userId} order by created_at desc, id desc`

/** Locks the person's passkeys until the transaction ends, so that concurrent additions are counted one after the other. */
export async function lockPasskeys(tx: OwnerTx, userId: string): Promise<void> {
  await run(tx)`select from auth.passkeys where user_id = ${userId} order by id for update`
}

export const renamePasskey = (
  tx: Tx,
  userId: string,
  { passkeyId, name }: { passkeyId: string; name: string },
) =>
  oneOrNone(tx)<PasskeyRow>`update auth.passkeys set name = ${name}
    where id = ${passkeyId} and user_id = ${userId} returning ${columns}`

/** Deletes a passkey. Returns false if the person has no such passkey. A trigger announces the deletion. */
export async function deletePasskey(tx: Tx, userId: string, passkeyId: string): Promise<boolean> {
  const changed = await run(tx)`delete from auth.passkeys
    where id = ${passkeyId} and user_id = ${userId}`
  return changed === 1
}

/** Returns the names of the deleted passkeys ('' for one without a name). A trigger notifies the person's screens. */
export async function deletePasskeys(
  tx: Tx,
  userId: string,
  { keptIds = [], since }: AddedAccess = {},
): Promise<string[]> {
  const rows = await many(tx)<{ name: string }>`
    delete from auth.passkeys where user_id = ${userId} and not id = any(${[...keptIds]}::uuid[])
      and created_at >= coalesce(${since ?? null}::timestamptz, '-infinity') returning coalesce(name, '') as name`
  return rows.map(it => it.name)
}

/** Returns the email address of the passkey's owner; undefined for an unknown passkey. */
export async function readOwnerOfPasskey(
  { pool }: Pick<Database, 'pool'>,
  credentialId: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ email: string }>(
    `select p.email from auth.passkeys k join user_profiles p on p.id = k.user_id where k.credential_id = $1`,
    [credentialId],
  )
  return rows[0]?.email
}

/** Records that a passkey was used. Returns false if it was removed in the meantime. */
export async function recordPasskeyUse(tx: Tx, userId: string, credentialId: string): Promise<boolean> {
  const changed = await run(tx)`update auth.passkeys set last_used_at = now()
    where credential_id = ${credentialId} and user_id = ${userId}`
  return changed === 1
}
