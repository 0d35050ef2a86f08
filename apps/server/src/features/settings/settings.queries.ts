import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'

export type ProfileColumns = {
  first_name?: string
  last_name?: string
  skills?: string[]
  profile_image?: string | null
  user_code?: string
  emergency_contact_name?: string | null
  emergency_contact_phone?: string | null
  emergency_contact_relationship?: string | null
}

/** Changes the actor's own profile; row-level security lets it reach no other. */
export async function updateOwnProfile(tx: Tx, userId: string, columns: ProfileColumns): Promise<void> {
  await tx
    .updateTable('user_profiles')
    .set({ ...columns, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

/** The stored path of the photo, locked until the transaction ends. */
export async function lockProfileImage(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('user_profiles')
    .select('profile_image')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.profile_image ?? null
}

/** As owner: PIN hashes are readable by no request. Failures stay: changing the PIN does not open a lock. */
export async function storePin(db: Database, userId: string, pinHash: string): Promise<void> {
  await db.pool.query(
    `insert into entry_pins (user_id, pin_hash) values ($1, $2)
     on conflict (user_id) do update set pin_hash = excluded.pin_hash, updated_at = now()`,
    [userId, pinHash],
  )
}

/**
 * Deletes the account with everything of it, unless it has an assignment; answers with the path of its photo, or
 * undefined when it is assigned. As owner: the sign-in is removed, the profile and the rest follow by foreign keys. The
 * row lock makes a simultaneous assignment wait, and then fail for want of the person.
 */
export async function deleteUnassignedUser(
  tx: Tx,
  userId: string,
): Promise<{ photo: string | null } | undefined> {
  const { rows } = await sql<{ profile_image: string | null }>`
    select profile_image from user_profiles where id = ${userId} for update`.execute(tx)
  const assigned = await tx
    .selectFrom('zone_assignments')
    .select('assignment_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (assigned) return undefined
  await tx.deleteFrom('auth.users').where('id', '=', userId).execute()
  return { photo: rows[0]?.profile_image ?? null }
}
