import type { VapidKeys } from 'web-push'
import type { Database, Tx } from '../db/database.ts'
import { deleteAllSubscriptions } from '../features/push/index.ts'

const SECRET = 'secrets are readable by no request'

/** Returns the secret stored for all nodes, storing the offered one if there is none. */
export const storeSigningSecret = (db: Database, offered: string): Promise<string> =>
  db.asOwner(SECRET, tx => keep(tx, 'signing', offered))

/**
 * Returns the key pair stored for all nodes, storing the offered one if there is none. Subscriptions made for a previous pair are
 * deleted.
 */
export const storeVapidKeys = (db: Database, offered: VapidKeys): Promise<VapidKeys> =>
  db.asOwner(SECRET, async tx => {
    const keys: VapidKeys = JSON.parse(await keep(tx, 'vapid', JSON.stringify(offered)))
    if (keys.publicKey === offered.publicKey) await deleteAllSubscriptions(tx)
    return keys
  })

async function keep(tx: Tx, name: string, offered: string): Promise<string> {
  const { value } = await tx
    .insertInto('installation_secrets')
    .values({ name, value: offered })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('installation_secrets.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
