import type { OwnerTx } from '../../db/database.ts'

const TOKEN_NAME = 'first-admin'

/** Returns the stored token, storing `token` if there is none. */
export async function storeFirstAdminToken(tx: OwnerTx, token: string): Promise<string> {
  const { value } = await tx
    .insertInto('installation_secrets')
    .values({ name: TOKEN_NAME, value: token })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('installation_secrets.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

export async function readFirstAdminToken(tx: OwnerTx): Promise<string | undefined> {
  const row = await tx
    .selectFrom('installation_secrets')
    .select('value')
    .where('name', '=', TOKEN_NAME)
    .executeTakeFirst()
  return row?.value
}

/** Locks the token until the transaction ends. Returns false if it no longer exists or another transaction has locked it. */
export async function lockFirstAdminToken(tx: OwnerTx): Promise<boolean> {
  const row = await tx
    .selectFrom('installation_secrets')
    .select('name')
    .where('name', '=', TOKEN_NAME)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

export async function dropFirstAdminToken(tx: OwnerTx): Promise<void> {
  await tx.deleteFrom('installation_secrets').where('name', '=', TOKEN_NAME).execute()
}
