import type { Tx } from '../../../db/database.ts'

/** Finds the email address for messages about the person's download. */
export async function findEmail(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('user_profiles').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email
}
