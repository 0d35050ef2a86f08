import { msg } from '@lingui/core/runtime-macro'
import { can } from '@muster/domain/permission.ts'
import { signUpLinkDays } from '@muster/domain/sign-up.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
import { z } from 'zod'
import type { Database, Tx } from '../../db/database.ts'
import { createToken, hashToken } from '../../lib/secrets.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import {
  deleteSignUpLink,
  hasAccount,
  insertSignUpLink,
  readActiveRole,
  type StoredSignUpLink,
} from './sign-up-links.queries.ts'

const OWNER_REASON = 'nobody is signed in while an account is created'

const signUpLinkSchema = z.object({
  invitedBy: z.string(),
  /** The only email address the link works for, in lower case; null for any. */
  email: z.string().nullable(),
})
type SignUpLink = z.infer<typeof signUpLinkSchema>

const toIdentifier = (token: string) => `sign-up:${hashToken(token)}`

/** Creates and logs a sign-up invitation. Returns its token, which is not stored. */
export async function createSignUpLink(
  tx: Tx,
  { invitedBy, email }: { invitedBy: string; email: string | undefined },
): Promise<{ token: string; expiresAt: Date }> {
  const token = createToken()
  const expiresAt = new Date(Date.now() + signUpLinkDays * DAY_MS)
  const link: SignUpLink = { invitedBy, email: email?.toLowerCase() ?? null }
  await insertSignUpLink(tx, {
    identifier: toIdentifier(token),
    value: JSON.stringify(link),
    expires_at: expiresAt,
  })
  await audit(tx, 'sign_up_link_created', {
    actorId: invitedBy,
    expiresAt: expiresAt.toISOString(),
    boundToAddress: link.email !== null,
  })
  return { token, expiresAt }
}

/**
 * Restores the link if `signUp` fails or the address is taken. Not locked meanwhile: each sign-up would need two pool connections.
 * Throws INVALID_LINK (also if the inviter may no longer create accounts) and SIGN_UP_INVALID for another address.
 */
export async function withSignUpLink<T extends { userId: string }>(
  db: Database,
  { token, email }: { token: string; email: string },
  signUp: () => Promise<T>,
): Promise<T> {
  const { stored, invitedBy } = await db.asOwner(OWNER_REASON, tx => takeLink(tx, token, email))
  const createdAccount = await signUp().catch(async error => {
    await db.asOwner(OWNER_REASON, tx => insertSignUpLink(tx, stored))
    throw error
  })
  await db.asOwner(OWNER_REASON, async tx => {
    if (!(await hasAccount(tx, createdAccount.userId))) {
      await insertSignUpLink(tx, stored)
      return
    }
    await audit(tx, 'user_created:by_link', {
      actorId: invitedBy,
      aboutId: createdAccount.userId,
      role: 'app_user',
    })
  })
  return createdAccount
}

async function takeLink(
  tx: Tx,
  token: string,
  email: string,
): Promise<{ stored: StoredSignUpLink; invitedBy: string }> {
  const storedLink = await deleteSignUpLink(tx, toIdentifier(token))
  if (!storedLink) throw fail('INVALID_LINK')
  const link = signUpLinkSchema.parse(JSON.parse(storedLink.value))
  const role = await readActiveRole(tx, link.invitedBy)
  if (!role || !can(role, 'create_users')) throw fail('INVALID_LINK')
  if (link.email !== null && link.email !== email.trim().toLowerCase())
    throw fail('SIGN_UP_INVALID', { field: 'email' }, msg`This invitation is for another email address.`)
  return { stored: storedLink, invitedBy: link.invitedBy }
}
