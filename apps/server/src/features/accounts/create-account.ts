import { randomBytes } from 'node:crypto'
import type { Role } from '@muster/domain/role.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import type { Database } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import { type WriteContext, write } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { insertSignIn } from '../auth/index.ts'
import { joinOrganisation } from '../organisations/index.ts'
import { audit } from '../security/index.ts'
import { accountsPolicy } from './accounts.policy.ts'

export type AccountForm = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly role: Role
  /** The organisation the person joins; by default the installation's organisation if there is only one, otherwise none. */
  readonly organisationId?: string | undefined
}
type MailQueueWriter = Pick<MailQueue, 'add'>

/**
 * Creates an account without a password, invites its owner and returns its id. Throws ROLE_FORBIDDEN, USER_EXISTS,
 * ORGANISATION_NOT_FOUND, ORGANISATION_PEOPLE_FULL.
 */
export async function createAccount(
  { db, orders }: { db: Pick<Database, 'asOwner'>; orders: MailQueueWriter },
  actor: SignedInActor,
  form: AccountForm,
): Promise<string> {
  accountsPolicy.giveRole(actor, form.role)
  const id = await db.asOwner('requests may not create sign-ins', tx =>
    write(tx, its => addAccount({ ...its, orders }, actor, form)),
  )
  if (!id) throw fail('USER_EXISTS')
  return id
}

/** Adds membership, security event and queued invitation, as the owner. Undefined if the address already has an account. */
export async function addAccount(
  its: WriteContext & { orders: MailQueueWriter },
  actor: SignedInActor,
  form: AccountForm,
): Promise<string | undefined> {
  const { tx, orders } = its
  const { organisationId, ...person } = form
  const email = form.email.toLowerCase()
  const id = await insertSignIn(tx, { ...person, email, userCode: makeUserCode(randomBytes(userCodeBytes)) })
  if (!id) return undefined
  if (organisationId) await joinOrganisation(its, organisationId, id, actor.userId)
  await audit(tx, 'user_created:by_admin', {
    actorId: actor.userId,
    aboutId: id,
    role: form.role,
    ...(organisationId && { organisationId }),
  })
  await orders.add({ kind: 'invitation', email }, tx)
  return id
}
