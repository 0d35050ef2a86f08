import { randomBytes } from 'node:crypto'
import type { Role } from '@muster/domain/role.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import type { Database } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { accountsPolicy } from './accounts.policy.ts'
import { insertAccount } from './accounts.queries.ts'

type Form = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly role: Role
}

/** Makes an account without a password and invites its owner; answers its id. Throws ROLE_FORBIDDEN, USER_EXISTS. */
export async function createAccount(
  { db, orders }: { db: Pick<Database, 'asOwner'>; orders: Pick<MailQueue, 'add'> },
  actor: SignedInActor,
  form: Form,
): Promise<string> {
  accountsPolicy.giveRole(actor, form.role)
  const userCode = makeUserCode(randomBytes(userCodeBytes))
  const made = db.asOwner('sign-ins are made by no request', async tx => {
    const id = await insertAccount(tx, { ...form, userCode })
    await appendSecurityEvent(tx, {
      type: 'user_created',
      description: 'An account was created.',
      actorId: actor.userId,
      affectedUserId: id,
      severity: 'info',
      metadata: { role: form.role },
    })
    await orders.add({ kind: 'invitation', email: form.email.toLowerCase() }, tx)
    return id
  })
  return made.catch(error => {
    throw error instanceof Error && 'code' in error && error.code === '23505' ? fail('USER_EXISTS') : error
  })
}
