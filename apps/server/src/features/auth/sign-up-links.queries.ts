import type { Role } from '@muster/domain/role.ts'
import type { OwnerTx, Tx } from '../../db/database.ts'

/** A stored invitation link, identified by a hash of its token and kept until it is used or expires. */
export type StoredSignUpLink = {
  readonly identifier: string
  /** JSON of `SignUpLink`. */
  readonly value: string
  readonly expires_at: Date
}

/** Stores a link as the database owner, because requests can neither read nor write links. */
export const insertSignUpLink = (tx: Tx, link: StoredSignUpLink) =>
  tx.insertInto('auth.verifications').values(link).execute()

/** Removes and returns the link if it is still valid; only one of two concurrent requests gets it. */
export const deleteSignUpLink = (tx: Tx, identifier: string): Promise<StoredSignUpLink | undefined> =>
  tx
    .deleteFrom('auth.verifications')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', new Date())
    .returning(['identifier', 'value', 'expires_at'])
    .executeTakeFirst()

export async function readActiveRole(tx: Tx, userId: string): Promise<Role | undefined> {
  const row = await tx
    .selectFrom('user_profiles')
    .select('role')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.role as Role | undefined
}

/** True if the sign-up created the account; false if the address was already taken, which the sign-up response hides. */
export async function hasAccount(tx: OwnerTx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('auth.users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}
