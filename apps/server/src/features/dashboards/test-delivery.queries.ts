import type { Tx } from '../../db/database.ts'

/** Reads the actor's own email address. */
export async function readOwnEmail(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx
    .selectFrom('user_profiles')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}
