import type { WriteContext } from '../../live/write.ts'
import type { BeforeAccountDeletion } from '../../platform/feature.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { deleteUnassignedUser } from './settings.queries.ts'

/**
 * Deletes the account with all its data and logs the deletion. Returns the path of the photo, whose file the caller must remove.
 * Throws ACCOUNT_ASSIGNED, LAST_SUPER_ADMIN.
 */
export async function deleteAccount(
  writeContext: WriteContext,
  beforeDeletion: BeforeAccountDeletion,
  userId: string,
): Promise<{ photo: string | null }> {
  const { tx } = writeContext
  await beforeDeletion(writeContext, userId)
  const isDeleted = await deleteUnassignedUser(tx, userId)
  if (isDeleted === 'assigned') throw fail('ACCOUNT_ASSIGNED')
  if (isDeleted === 'last-super-admin') throw fail('LAST_SUPER_ADMIN')
  await audit(tx, 'user_action_account_deleted', { actorId: userId })
  return isDeleted
}
