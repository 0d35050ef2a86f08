import type { Role } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'

/** An invitation link as it is stored: under a hash of its token, until it is used or expires. */
export type StoredSignUpLink = {
  readonly identifier: string
  /** JSON of `SignUpLink`. */
  readonly value: string
  readonly expires_at: Date
}

/** As owner: links are readable and writable by no request. */
export const insertSignUpLink = (tx: Tx, link: StoredSignUpLink) =>
  tx.insertInto('auth.verifications').values(link).execute()

/** Removes the link and answers it, while it is valid: of two requests with one link, one gets it. As owner. */
export const deleteSignUpLink = (tx: Tx, identifier: string): Promise<StoredSignUpLink | undefined> =>
  tx
    .deleteFrom('auth.verifications')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', new Date())
    .returning(['identifier', 'value', 'expires_at'])
    .executeTakeFirst()

/** The role of somebody whose account is active. As owner. */
export async function readActiveRole(tx: Tx, userId: string): Promise<Role | undefined> {
  const row = await tx
    .selectFrom('user_profiles')
    .select('role')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.role as Role | undefined
}

/** False where the address was taken and the answer to the sign-up does not tell. As owner. */
export async function hasAccount(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('auth.users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}
