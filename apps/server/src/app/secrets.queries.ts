import type { VapidKeys } from 'web-push'
import type { Database, Tx } from '../db/database.ts'
import { deleteAllSubscriptions } from '../features/push/index.ts'

const SECRET = 'secrets are readable by no request'

/** Returns the signing secret stored for all nodes, storing the offered one when there is none. */
export const keepSigningSecret = (db: Database, offered: string): Promise<string> =>
  db.asOwner(SECRET, tx => keep(tx, 'signing', offered))

/**
 * Returns the key pair stored for all nodes, storing the offered one when there is none. Subscriptions belong to the previous pair
 * and are then deleted.
 */
export const keepVapidKeys = (db: Database, offered: VapidKeys): Promise<VapidKeys> =>
  db.asOwner(SECRET, async tx => {
    const kept: VapidKeys = JSON.parse(await keep(tx, 'vapid', JSON.stringify(offered)))
    if (kept.publicKey === offered.publicKey) await deleteAllSubscriptions(tx)
    return kept
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
