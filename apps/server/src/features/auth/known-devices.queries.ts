import type { Database, Tx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'
import { createToken, hashTokenToBytes } from '../../lib/secrets.ts'

/** Maximum number of known devices per person. Beyond it, the least recently used device is forgotten. */
const MAX_DEVICES = 50

/** Whether the account has signed in on the device with this token. Reads as the database owner: nobody is signed in yet. */
export async function isKnownDevice(db: Database, email: string, token: string): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from known_devices d join auth.users u on u.id = d.user_id where u.email = $1 and d.token_hash = $2`,
    [email, hashTokenToBytes(token)],
  )
  return rowCount === 1
}

/**
 * Returns the device's token. One it already has is kept, even from another user of the device; each then has separate attempts
 * there.
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  device: { deviceToken?: string | undefined; handle?: string },
): Promise<string> {
  const token = (await storeDevice(tx, userId, device.deviceToken)) ?? (await createDevice(tx, userId))
  if (device.handle)
    await run(tx)`
      update auth.sessions set device_hash = ${hashTokenToBytes(token)} where token = ${device.handle}`
  await run(tx)`delete from known_devices where user_id = ${userId} and token_hash in (
    select token_hash from known_devices where user_id = ${userId}
    order by last_used_at desc, token_hash offset ${MAX_DEVICES})`
  return token
}

async function storeDevice(tx: Tx, userId: string, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined
  const changed = await run(tx)`insert into known_devices (user_id, token_hash, last_used_at)
    select ${userId}, ${hashTokenToBytes(token)}, clock_timestamp()
    where exists (select from known_devices where token_hash = ${hashTokenToBytes(token)})
    on conflict (user_id, token_hash) do update set last_used_at = excluded.last_used_at`
  return changed > 0 ? token : undefined
}

async function createDevice(tx: Tx, userId: string): Promise<string> {
  const token = createToken()
  await run(tx)`insert into known_devices (user_id, token_hash, last_used_at)
    values (${userId}, ${hashTokenToBytes(token)}, clock_timestamp())`
  return token
}
