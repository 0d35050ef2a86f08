import type { Database } from '../db/database.ts'

/** The secret that the database keeps for all nodes; the offered one when it keeps none yet. */
export async function keepSigningSecret(db: Database, offered: string): Promise<string> {
  return db.asOwner('secrets are readable by no request', async tx => {
    const { value } = await tx
      .insertInto('installation_secrets')
      .values({ name: 'signing', value: offered })
      .onConflict(conflict =>
        conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('installation_secrets.value') })),
      )
      .returning('value')
      .executeTakeFirstOrThrow()
    return value
  })
}
