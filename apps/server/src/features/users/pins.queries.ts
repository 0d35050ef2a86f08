import type { OwnerTx, Tx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'

/** Reads the person's PIN hash and wrong attempts. */
export const readPin = (tx: Tx, userId: string) => findPin(tx, userId).executeTakeFirst()

/** Like `readPin`, but locks the row until the transaction ends. */
export const lockPin = (tx: Tx, userId: string) => findPin(tx, userId).forUpdate().executeTakeFirst()

const findPin = (tx: Tx, userId: string) =>
  tx
    .selectFrom('entry_pins')
    .select(['pin_hash as hash', 'failures', 'reset_asked_at'])
    .where('user_id', '=', userId)

export async function storeFailure(tx: Tx, userId: string, at: Date): Promise<void> {
  await run(tx)`
    update entry_pins set failures = failures || ${at}::timestamptz, updated_at = now() where user_id = ${userId}`
}

export async function storeResetRequest(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable('entry_pins').set({ reset_asked_at: at }).where('user_id', '=', userId).execute()
}

/** Clears the wrong PIN attempts and the request for a reset; returns false if the person has no PIN. */
export async function clearPinFailures(tx: Tx, userId: string): Promise<boolean> {
  const changed = await run(tx)`
    update entry_pins set failures = '{}', reset_asked_at = null,
      updated_at = case when failures = '{}' then updated_at else now() end
    where user_id = ${userId}`
  return changed > 0
}

/** Stores a PIN. Keeps the count of wrong attempts, so that changing the PIN does not lift a lock. */
export async function storePin(tx: OwnerTx, userId: string, pinHash: string): Promise<void> {
  await run(tx)`insert into entry_pins (user_id, pin_hash) values (${userId}, ${pinHash})
    on conflict (user_id) do update set pin_hash = excluded.pin_hash, updated_at = now()`
}

export const deletePin = (tx: OwnerTx, userId: string) =>
  tx.deleteFrom('entry_pins').where('user_id', '=', userId).execute()
