import type { WriteContext } from '../../live/write.ts'
import type { BeforeAccountDeletion } from '../../platform/feature.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { accountsPolicy } from './accounts.policy.ts'
import { deleteSignIn, lockAccount } from './accounts.queries.ts'

/**
 * Deletes an account with all its data. Returns what remains to be removed outside the database: the photo's path, and the address
 * that pending emails go to. Requires the database owner role. Throws USER_NOT_FOUND, SELF_DELETE, ROLE_FORBIDDEN,
 * LAST_SUPER_ADMIN.
 */
export async function removeAccount(
  its: WriteContext,
  beforeDeletion: BeforeAccountDeletion,
  actor: SignedInActor,
  userId: string,
): Promise<{ photo: string | null; email: string }> {
  const { tx } = its
  const person = await lockAccount(tx, userId)
  if (!person) throw fail('USER_NOT_FOUND')
  accountsPolicy.remove(actor, person)
  if (person.last) throw fail('LAST_SUPER_ADMIN')
  await beforeDeletion(its, userId)
  await deleteSignIn(tx, userId)
  await appendSecurityEvent(tx, {
    type: 'user_deleted',
    description: 'An account was deleted for good.',
    actorId: actor.userId,
    affectedUserId: userId,
  })
  return { photo: person.photo, email: person.email }
}
