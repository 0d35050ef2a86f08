import type { Tx } from '../../db/database.ts'
import { many, one, oneOrNone } from '../../db/rows.ts'
import { fail } from '../../rpc/fail.ts'
import { type ProfileColumns, updateProfile } from '../accounts/index.ts'
import { deleteSignIn } from '../auth/index.ts'

/** Row-level security rejects other profiles. Throws UNAUTHORIZED if the account was deleted during the request. */
export async function updateOwnProfile(tx: Tx, userId: string, columns: ProfileColumns): Promise<void> {
  if (!(await updateProfile(tx, userId, columns))) throw fail('UNAUTHORIZED')
}

/**
 * The actor's, that of people they are responsible for, or of members of groups they may read or whose zone's people they may view.
 */
export async function isVisiblePhoto(tx: Tx, path: string): Promise<boolean> {
  const row = await tx
    .selectFrom('user_profiles')
    .select('id')
    .where('profile_image', '=', path)
    .executeTakeFirst()
  if (row !== undefined) return true
  const { sees } = await one(tx)<{ sees: boolean }>`select actor_sees_member_photo(${path}) as sees`
  return sees
}

/** Reads the stored path of the photo and locks the profile until the transaction ends. */
export async function lockProfileImage(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('user_profiles')
    .select('profile_image')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.profile_image ?? null
}

/**
 * Returns the photo's path, or why not. Requires the database owner role. Foreign keys delete all else with the row in `auth.users`.
 * The profile's lock makes a concurrent assignment wait and fail; locking other super admins serialises their deletions.
 */
export async function deleteUnassignedUser(
  tx: Tx,
  userId: string,
): Promise<{ photo: string | null } | 'assigned' | 'last-super-admin'> {
  const profile = await oneOrNone(tx)<{ profile_image: string | null; role: string }>`
    select profile_image, role from user_profiles where id = ${userId} for update`
  if (profile?.role === 'super_admin') {
    const otherSuperAdmins = await many(tx)`
      select id from user_profiles where role = 'super_admin' and status = 'active' and id <> ${userId}
      order by id for update`
    if (otherSuperAdmins.length === 0) return 'last-super-admin'
  }
  // An invitation does not block the deletion, and is removed with the account.
  const assignment = await tx
    .selectFrom('zone_assignments')
    .select('assignment_id')
    .where('user_id', '=', userId)
    .where('accepted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (assignment) return 'assigned'
  await deleteSignIn(tx, userId)
  return { photo: profile?.profile_image ?? null }
}
