import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Whether somebody with this e-mail address signed in from the device of the token. As owner: nobody is signed in yet. */
export async function isKnownDevice(db: Database, email: string, token: string): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from known_devices d join auth.users u on u.id = d.user_id where u.email = $1 and d.token_hash = $2`,
    [email, hashOf(token)],
  )
  return rowCount === 1
}

/**
 * Remembers the device for the person; answers with the token it is to keep. A token that is known is kept, also when it
 * was given to somebody else who uses the same device: both then have tries of their own there.
 */
export async function rememberDevice(
  db: Database,
  userId: string,
  token: string | undefined,
): Promise<string> {
  if (token) {
    const { rowCount } = await db.pool.query(
      `insert into known_devices (user_id, token_hash)
       select $1, $2 where exists (select from known_devices where token_hash = $2)
       on conflict (user_id, token_hash) do update set last_used_at = now()`,
      [userId, hashOf(token)],
    )
    if (rowCount) return token
  }
  const made = randomBytes(24).toString('base64url')
  await db.pool.query('insert into known_devices (user_id, token_hash) values ($1, $2)', [
    userId,
    hashOf(made),
  ])
  return made
}

/** After the password was reset no device is known any more: one of them may have been the thief's. */
export async function forgetDevices(db: Database, userId: string): Promise<void> {
  await db.pool.query('delete from known_devices where user_id = $1', [userId])
}
