import type { Tx } from '../../db/database.ts'

const NAME = 'first-admin'

/** The token that is there, or `made`, which is kept then. Of the owner only. */
export async function keepFirstAdminToken(tx: Tx, made: string): Promise<string> {
  const { value } = await tx
    .insertInto('installation_secrets')
    .values({ name: NAME, value: made })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('installation_secrets.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** The token, while there is one. Of the owner only. */
export async function readFirstAdminToken(tx: Tx): Promise<string | undefined> {
  const row = await tx
    .selectFrom('installation_secrets')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row?.value
}

/** Locks the token until the transaction ends; false when it is gone or somebody else has locked it. Of the owner only. */
export async function lockFirstAdminToken(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('installation_secrets')
    .select('name')
    .where('name', '=', NAME)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

export async function dropFirstAdminToken(tx: Tx): Promise<void> {
  await tx.deleteFrom('installation_secrets').where('name', '=', NAME).execute()
}
