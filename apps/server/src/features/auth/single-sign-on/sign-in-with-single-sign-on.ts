import { randomBytes } from 'node:crypto'
import { isPersonName } from '@muster/domain/person-name.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import type { Database, OwnerTx, Tx } from '../../../db/database.ts'
import type { MailQueue } from '../../../jobs/mail-queue.ts'
import { fail } from '../../../rpc/fail.ts'
import { audit } from '../../security/index.ts'
import type { AuthLibrary } from '../auth-library.ts'
import { openSession } from '../open-session.ts'
import type { Client, SignInMonitor, SignInResult } from '../sign-in.ts'
import { endOwnSignIn, handOverAccount } from '../take-over.queries.ts'
import { takeAttempt } from './attempts.ts'
import type { Claims, Provider, SingleSignOnSettings } from './provider.ts'
import {
  findLinkedUser,
  insertMember,
  linkAccount,
  lockByEmail,
  lockStatus,
} from './single-sign-on.queries.ts'

type Deps = {
  readonly auth: AuthLibrary
  readonly db: Database
  readonly mails: Pick<MailQueue, 'add'>
  readonly monitor: SignInMonitor
  readonly provider: Provider
  readonly sso: SingleSignOnSettings
  readonly sessionDays: number
}
type Input = {
  readonly state: string
  readonly code: string
  readonly ticket: string
  readonly deviceToken?: string | undefined
}

/**
 * Requires no second step: that is the provider's responsibility. Throws SIGN_IN_EXPIRED, SSO_REFUSED, SSO_UNAVAILABLE,
 * SSO_EMAIL_UNVERIFIED, SSO_UNKNOWN_PERSON, ACCOUNT_NOT_ACTIVE.
 */
export async function signInWithSingleSignOn(
  deps: Deps,
  { state, code, ticket, deviceToken }: Input,
  client: Client,
): Promise<SignInResult> {
  const { auth, db, monitor, provider, sso, sessionDays } = deps
  const claims = await provider.exchange(code, await takeAttempt(auth, state, ticket))
  const { email } = claims
  if (email === null) throw fail('SSO_EMAIL_UNVERIFIED')
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (sso.domains.length > 0 && !sso.domains.includes(domain)) throw fail('SSO_UNKNOWN_PERSON')
  const outcome = await db.asOwner('nobody is signed in before the session is opened', async tx => {
    const userId = await findOrCreateUser(deps, tx, { ...claims, email })
    if ((await lockStatus(tx, userId)) !== 'active') return 'not-active'
    const openedSession = await openSession(tx, {
      userId,
      proof: 'single_sign_on',
      sessionDays,
      deviceToken,
      ...client,
    })
    return { ...openedSession, userId }
  })
  if (outcome === 'not-active') {
    await monitor.refused({ ...client, email, reason: 'not_active' })
    throw fail('ACCOUNT_NOT_ACTIVE')
  }
  await monitor.signedIn({ ...client, userId: outcome.userId, email })
  return outcome
}

type ConfirmedClaims = Claims & { readonly email: string }

/** Hands over an account whose address was never confirmed. Throws SSO_UNKNOWN_PERSON, SSO_UNAVAILABLE. */
async function findOrCreateUser({ sso, mails }: Deps, tx: OwnerTx, claims: ConfirmedClaims): Promise<string> {
  const externalAccount = { issuer: sso.issuer, sub: claims.sub }
  const linkedUserId = await findLinkedUser(tx, externalAccount)
  if (linkedUserId) return linkedUserId
  const existingUser = await lockByEmail(tx, claims.email)
  if (!existingUser && sso.unknown === 'refuse') throw fail('SSO_UNKNOWN_PERSON')
  const userId = existingUser?.userId ?? (await createMember(tx, claims))
  // If a person's first sign-ins run concurrently, one of them fails and must be retried; by then the account is linked.
  if (!userId || !(await linkAccount(tx, userId, externalAccount))) throw fail('SSO_UNAVAILABLE')
  if (existingUser && !existingUser.emailVerified) {
    await endOwnSignIn(tx, userId)
    await handOverAccount(tx, userId)
  }
  // Entering a zone requires a PIN. The emailed link sets one, together with a password for signing in without the provider.
  if (!existingUser?.emailVerified) await mails.add({ kind: 'invitation', email: claims.email }, tx)
  await audit(tx, existingUser ? 'sign_in_linked' : 'user_created:single_sign_on', {
    actorId: null,
    aboutId: userId,
    issuer: sso.issuer,
  })
  return userId
}

const createMember = (tx: Tx, { email, firstName, lastName }: ConfirmedClaims) =>
  insertMember(tx, {
    email,
    firstName:
      toName(firstName) ||
      toName(email.slice(0, email.lastIndexOf('@')).replace(/[._+-]+/g, ' ')) ||
      'New member',
    lastName: toName(lastName),
    userCode: makeUserCode(randomBytes(userCodeBytes)),
  })

/** Trims and shortens a name from the provider; returns an empty string if the result is still not a valid name. */
function toName(claim: string): string {
  const name = claim.trim().slice(0, 100).toWellFormed()
  return isPersonName(name) ? name : ''
}
