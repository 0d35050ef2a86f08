import type { OwnerTx } from '../db/database.ts'

const FACT_NAME = 'file-store'

/** Returns the id of the database's file store, storing `newId` if there is none; `made` is true if it was stored. */
export async function storeFileStoreId(
  tx: OwnerTx,
  newId: string,
): Promise<{ id: string | null; made: boolean }> {
  const insertedRow = await tx
    .insertInto('installation_facts')
    .values({ fact: FACT_NAME, value: newId })
    .onConflict(conflict => conflict.doNothing())
    .returning('value')
    .executeTakeFirst()
  if (insertedRow) return { id: newId, made: true }
  const { value } = await tx
    .selectFrom('installation_facts')
    .select('value')
    .where('fact', '=', FACT_NAME)
    .executeTakeFirstOrThrow()
  return { id: value, made: false }
}
