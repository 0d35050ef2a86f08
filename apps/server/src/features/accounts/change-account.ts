import type { Role } from '@muster/domain/role.ts'
import { sql } from 'kysely'
import type { WriteContext } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { joinManagedZones } from '../users/index.ts'
import { accountsPolicy } from './accounts.policy.ts'
import { lockAccount, updateProfile } from './accounts.queries.ts'

type Changes = {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly phone?: string | null | undefined
  readonly role?: Role | undefined
}

/** A new client admin joins the zones. Runs as the owner. Throws USER_NOT_FOUND, ROLE_FORBIDDEN, SELF_CHANGE, LAST_SUPER_ADMIN. */
export async function changeAccount(
  its: WriteContext,
  actor: SignedInActor,
  userId: string,
  { firstName, lastName, phone, role }: Changes,
): Promise<void> {
  const { tx } = its
  const person = await lockAccount(tx, userId)
  if (!person) throw fail('USER_NOT_FOUND')
  accountsPolicy.change(actor, person, role)
  if (person.last && role !== undefined && role !== 'super_admin') throw fail('LAST_SUPER_ADMIN')
  await updateProfile(tx, userId, {
    updated_at: sql<Date>`now()`,
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(phone !== undefined && { phone }),
    ...(role !== undefined && { role }),
  })
  if (role === 'client_admin' && role !== person.role) await joinManagedZones(its, { userId })
  await audit(tx, 'user_updated', {
    actorId: actor.userId,
    aboutId: userId,
    ...(role !== undefined && role !== person.role && { role, roleBefore: person.role }),
  })
}
