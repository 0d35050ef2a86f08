import type { Tx } from '../db/database.ts'

const FACT = 'file-store'

/** Returns the file store id in the database, storing the offered one when there is none. Only the owner may call it. */
export async function keepFileStore(tx: Tx, offered: string): Promise<{ id: string | null; made: boolean }> {
  const made = await tx
    .insertInto('installation_facts')
    .values({ fact: FACT, value: offered })
    .onConflict(conflict => conflict.doNothing())
    .returning('value')
    .executeTakeFirst()
  if (made) return { id: offered, made: true }
  const { value } = await tx
    .selectFrom('installation_facts')
    .select('value')
    .where('fact', '=', FACT)
    .executeTakeFirstOrThrow()
  return { id: value, made: false }
}
