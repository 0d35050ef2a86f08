import type { Tx } from '../db/database.ts'

const FACT = 'file-store'

/** Returns the id of the database's file store, storing the offered one if there is none. Requires the database owner role. */
export async function storeFileStoreId(
  tx: Tx,
  offered: string,
): Promise<{ id: string | null; made: boolean }> {
  const inserted = await tx
    .insertInto('installation_facts')
    .values({ fact: FACT, value: offered })
    .onConflict(conflict => conflict.doNothing())
    .returning('value')
    .executeTakeFirst()
  if (inserted) return { id: offered, made: true }
  const { value } = await tx
    .selectFrom('installation_facts')
    .select('value')
    .where('fact', '=', FACT)
    .executeTakeFirstOrThrow()
  return { id: value, made: false }
}
