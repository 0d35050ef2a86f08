import type { BeforeAccountDeletion } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InTransaction, SignedInActor, SignedInContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteSignIn } from '../auth/index.ts'
import { audit } from '../security/index.ts'
import { accountsPolicy } from './accounts.policy.ts'
import { lockAccount } from './accounts.queries.ts'

type Services = Pick<Platform, 'files' | 'mailer'> & { readonly beforeAccountDeletion: BeforeAccountDeletion }

/**
 * Deletes all of them or none, with an event in the security log for each, so that the log finds it by the person. Sessions, photos
 * and pending emails go after the commit. Throws USER_NOT_FOUND, SELF_DELETE, ROLE_FORBIDDEN, LAST_SUPER_ADMIN.
 */
export async function removeAccounts(
  its: InTransaction & SignedInContext,
  { files, mailer, beforeAccountDeletion }: Services,
  actor: SignedInActor,
  userIds: readonly string[],
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { tx, sessions, afterCommit, log } = its
  for (const userId of userIds) {
    const person = await lockAccount(tx, userId)
    if (!person) throw fail('USER_NOT_FOUND')
    accountsPolicy.remove(actor, person)
    if (person.last) throw fail('LAST_SUPER_ADMIN')
    await beforeAccountDeletion(its, userId)
    await deleteSignIn(tx, userId)
    const { photo, email } = person
    afterCommit(async () => {
      sessions.forget({ userId })
      // The deletion is committed, so a failure to remove the file is only logged.
      const cleanupResults = await Promise.allSettled([photo && files.remove(photo), mailer.forget(email)])
      for (const result of cleanupResults)
        if (result.status === 'rejected')
          log.warn({ err: result.reason }, 'A file of a deleted account stays on the disk')
    })
  }
  await audit(
    tx,
    'user_deleted',
    ...userIds.map(aboutId => ({ actorId: actor.userId, aboutId, ...metadata })),
  )
}
