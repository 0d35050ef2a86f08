import { randomBytes } from 'node:crypto'
import { email as emailSchema } from '@muster/contract/auth.ts'
import { personName } from '@muster/contract/person-name.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import type { UserStatus } from '@muster/domain/user-status.ts'
import type { Database, Tx } from '../../db/database.ts'
import { lockAccount, updateProfile } from '../../features/accounts/accounts.queries.ts'
import { createAuthLibrary } from '../../features/auth/auth-library.ts'
import { createAuthRateLimits } from '../../features/auth/auth-rate-limits.ts'
import { createPasswordLink, toPasswordPage } from '../../features/auth/password-link.ts'
import { requireAcceptablePassword } from '../../features/auth/passwords.ts'
import { insertSignIn } from '../../features/auth/sign-ins.queries.ts'
import { handOverAccount } from '../../features/auth/take-over.queries.ts'
import { deleteSecondFactors } from '../../features/auth/two-step/two-step.queries.ts'
import { audit } from '../../features/security/index.ts'
import type { Env } from '../../platform/env.ts'
import { hashSecret } from '../../rpc/hashing.ts'
import { clearRateLimit, confirmAddress, findSignIn, storePassword } from './accounts.queries.ts'

/** Metadata that identifies the command line as the actor, because nobody is signed in there. */
const by = 'command line'
const MAX_PASSWORD_CHARS = 256
const OWNER_REASON = 'an operator on the command line is signed in as nobody'

/** Thrown for a refused command. The message is one line for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}

function parseName(text: string): string {
  const name = personName.safeParse(text.trim())
  if (!name.success)
    throw new CommandError(`${name.error.issues[0]?.message}: ${JSON.stringify(text.slice(0, 40))}`)
  if (!name.data) throw new CommandError('First and last name must not be empty.')
  return name.data
}

/** The result for the operator: a link to set the password, or nothing if the password was given. */
export type PasswordResult = { readonly link: string; readonly expiresAt: Date } | undefined

/**
 * Commands for operators, who act without a session on the database's machine. Each writes the security log; sessions and sockets on
 * running servers end through the feed. All throw CommandError or the calls' own errors.
 */
export function createCommandLine(db: Database, env: Env) {
  // The secret signs nothing here: links are random tokens, stored as hashes.
  const secret = env.AUTH_SECRET ?? randomBytes(32).toString('hex')
  const noMails = { add: async () => undefined }
  const auth = createAuthLibrary(db, { env, secret }, noMails)
  const rateLimits = createAuthRateLimits(db.pool, env.TRIES_PER_ADDRESS)

  function requirePassword(password: string) {
    requireAcceptablePassword(password, env.PASSWORD_MIN)
    // The form of the sign-in accepts no longer one.
    if (password.length > MAX_PASSWORD_CHARS)
      throw new CommandError(`A password can have at most ${MAX_PASSWORD_CHARS} characters.`)
  }

  async function findPerson(tx: Tx, email: string) {
    const person = await findSignIn(tx, email)
    if (!person) throw new CommandError(`No account has the address ${email}.`)
    return person
  }

  /** Lifts what locks a person out after wrong passwords and codes, including the limit of busy addresses. */
  async function clearLimits({ id, email }: { id: string; email: string }) {
    await rateLimits.account.clear(email)
    await rateLimits.secondStep.clear(id)
    await rateLimits.secondStepDay.clear(id)
    // These are counted by IP address, and the operator does not know the person's.
    await db.asOwner(OWNER_REASON, async tx => {
      await clearRateLimit(tx, 'address')
      await clearRateLimit(tx, 'account-at-address')
    })
  }

  async function makeLink(userId: string, kind: 'reset' | 'invitation'): Promise<PasswordResult> {
    const { token, expiresAt } = await createPasswordLink(auth, userId, kind)
    return { link: toPasswordPage(env.PUBLIC_URL, token, kind), expiresAt }
  }

  return {
    /** Creates an active super admin. With a password they can sign in at once, otherwise by the returned link. */
    async createSuperAdmin(form: {
      readonly email: string
      readonly firstName: string
      readonly lastName: string
      readonly password?: string | undefined
    }): Promise<PasswordResult> {
      const email = emailSchema.safeParse(form.email.trim())
      if (!email.success) throw new CommandError('Please enter a valid email address.')
      const firstName = parseName(form.firstName)
      const lastName = parseName(form.lastName)
      if (form.password !== undefined) requirePassword(form.password)
      const hash = form.password === undefined ? undefined : await hashSecret(form.password)
      const userId = await db.asOwner(OWNER_REASON, async tx => {
        const userCode = makeUserCode(randomBytes(userCodeBytes))
        const id = await insertSignIn(tx, {
          ...{ email: email.data, firstName, lastName, phone: null, userCode },
          role: 'super_admin',
        })
        if (!id) throw new CommandError(`An account with the address ${email.data} exists already.`)
        if (hash) {
          await storePassword(tx, id, hash)
          await confirmAddress(tx, id)
        }
        await audit(tx, 'user_created:command_line', { actorId: null, aboutId: id, role: 'super_admin', by })
        return id
      })
      return hash ? undefined : makeLink(userId, 'invitation')
    },

    /** Lifts the limits. Setting a password ends all sessions and forgets the devices. Passkeys and the second step stay. */
    async resetPassword(email: string, password?: string): Promise<PasswordResult> {
      if (password !== undefined) requirePassword(password)
      const hash = password === undefined ? undefined : await hashSecret(password)
      const person = await db.asOwner(OWNER_REASON, async tx => {
        const account = await findPerson(tx, email)
        if ((await lockAccount(tx, account.id))?.status !== 'active')
          throw new CommandError(
            `The account is suspended: lift that first (npm run admin -- suspend ${account.email} --lift).`,
          )
        if (hash) {
          // As with a mailed link: whoever signed up with an address that was never confirmed may have been a stranger.
          if (!account.emailVerified) await handOverAccount(tx, account.id)
          await storePassword(tx, account.id, hash)
        }
        await audit(tx, hash ? 'password_reset_by_operator:set' : 'password_reset_by_operator:link', {
          actorId: null,
          aboutId: account.id,
          by,
        })
        return account
      })
      await clearLimits(person)
      return hash ? undefined : makeLink(person.id, 'reset')
    },

    /** Removes the second step and all passkeys, and ends the sessions. Returns false if there was neither. */
    resetTwoStep: (email: string): Promise<boolean> =>
      db.asOwner(OWNER_REASON, async tx => {
        const person = await findPerson(tx, email)
        const hasRemoved = await deleteSecondFactors(tx, person.id)
        if (!hasRemoved) return false
        await audit(tx, 'two_step_reset:command_line', { actorId: null, aboutId: person.id, by })
        return true
      }),

    /** Sets the status of an account. Returns false if it already has this status. Refuses to suspend the last super admin. */
    setStatus: (email: string, status: UserStatus): Promise<boolean> =>
      db.asOwner(OWNER_REASON, async tx => {
        const person = await lockAccount(tx, (await findPerson(tx, email)).id)
        if (!person) throw new CommandError(`No account has the address ${email}.`)
        if (person.status === status) return false
        if (person.last && status !== 'active')
          throw new CommandError(
            'This is the last active super admin: create another one first (npm run admin -- create).',
          )
        await updateProfile(tx, person.id, { status })
        await audit(tx, 'account_status_changed:command_line', {
          actorId: null,
          aboutId: person.id,
          from: person.status,
          to: status,
          by,
        })
        return true
      }),
  }
}
