import type { Platform } from '../../platform/platform.ts'
import type { SignedInContext } from '../../rpc/context.ts'
import { createAuthLibrary } from './auth-library.ts'
import { createAuthMails } from './auth-mails.ts'
import { createAuthRateLimits } from './auth-rate-limits.ts'
import { createFirstAdminToken } from './first-admin.ts'
import { requireOwnPassword } from './passwords.ts'
import { sendOrderedMail } from './send-ordered-mail.ts'
import type { SignInMonitor } from './sign-in.ts'
import { callbackPath } from './single-sign-on/callback-door.ts'
import { createProvider, type SingleSignOnSettings } from './single-sign-on/provider.ts'

type Options = {
  readonly monitor: SignInMonitor
  /** The settings for single sign-on; null if it is not set up. */
  readonly sso: SingleSignOnSettings | null
}

/** Creates the parts shared by sign-in, passwords, passkeys and email changes, and starts sending the queued emails. */
export function createAuth(platform: Platform, { monitor, sso }: Options) {
  const { db, env, secret, mailQueue, mailer } = platform
  const library = createAuthLibrary(db, platform, mailQueue)
  const rateLimits = createAuthRateLimits(db.pool, env.TRIES_PER_ADDRESS)
  const mails = createAuthMails(mailer, env.PUBLIC_URL)
  mailQueue.onOrder(sendOrderedMail({ auth: library, db, mails, secret }))
  return {
    library,
    rateLimits,
    monitor,
    firstAdmin: createFirstAdminToken(db),
    elsewhere: sso && { sso, provider: createProvider(sso, `${env.PUBLIC_URL}${callbackPath}`) },
    /** Returns the hash the password was checked against. Throws WRONG_PASSWORD or TOO_MANY_REQUESTS. */
    requireOwnPassword: (context: SignedInContext, password: string) =>
      requireOwnPassword(context, rateLimits, password),
  }
}

export type Auth = ReturnType<typeof createAuth>
