import { createHash } from 'node:crypto'
import type { VapidKeys } from 'web-push'
import type { Database, OwnerTx } from '../db/database.ts'
import { deleteAllSubscriptions } from '../features/push/index.ts'

const OWNER_REASON = 'requests may not read secrets'

/** Returns the secret shared by all nodes, storing `newSecret` if there is none. */
export const storeSigningSecret = (db: Database, newSecret: string): Promise<string> =>
  db.asOwner(OWNER_REASON, tx => storeOnce(tx, 'signing', newSecret))

/** Returns the key pair of all nodes, storing `newKeys` if there is none; that deletes subscriptions made for a previous pair. */
export const storeVapidKeys = (db: Database, newKeys: VapidKeys): Promise<VapidKeys> =>
  db.asOwner(OWNER_REASON, async tx => {
    const keys: VapidKeys = JSON.parse(await storeOnce(tx, 'vapid', JSON.stringify(newKeys)))
    if (keys.publicKey === newKeys.publicKey) await deleteAllSubscriptions(tx)
    return keys
  })

/** True if the last start used another secret. Stores a fingerprint of this one, from which it cannot be found. */
export const hasSecretChanged = (db: Database, secret: string): Promise<boolean> =>
  db.asOwner(OWNER_REASON, async tx => {
    const fingerprint = createHash('sha256').update(`muster fingerprint ${secret}`).digest('hex').slice(0, 16)
    const former = await tx
      .selectFrom('installation_facts')
      .select('value')
      .where('fact', '=', 'secret-fingerprint')
      .executeTakeFirst()
    await tx
      .insertInto('installation_facts')
      .values({ fact: 'secret-fingerprint', value: fingerprint })
      .onConflict(conflict => conflict.column('fact').doUpdateSet({ value: fingerprint }))
      .execute()
    return former !== undefined && former.value !== fingerprint
  })

async function storeOnce(tx: OwnerTx, name: 'signing' | 'vapid', newValue: string): Promise<string> {
  const { value } = await tx
    .insertInto('installation_secrets')
    .values({ name, value: newValue })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('installation_secrets.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
