import { betterAuth } from 'better-auth'
import { Kysely, PostgresDialect } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Database } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import type { Env } from '../../platform/env.ts'
import { hashOnce, verifySecret } from '../../rpc/hashing.ts'
import { passkeyPlugin } from './passkeys/passkey-plugin.ts'

export type AuthSettings = {
  readonly env: Env
  /** The key that signs links and tokens. All nodes share it. */
  readonly secret: string
}

/** Lifetime of emailed links in seconds. */
export const LINK_LIFETIME_SECONDS = 3_600

/** The header that passes the client's IP address to the library. It is never taken from a request. */
export const CLIENT_IP_HEADER = 'x-muster-client-ip'

/** Only its server-side calls are used; our procedures wrap them, for one contract and one place for limits and logging. */
export function createAuthLibrary(
  db: Database,
  { env, secret }: AuthSettings,
  mails: Pick<MailQueue, 'add'>,
) {
  const kysely = new Kysely({ dialect: new PostgresDialect({ pool: db.pool }) }).withSchema('auth')
  return betterAuth({
    secret,
    baseURL: env.PUBLIC_URL,
    database: { db: kysely, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      database: { generateId: () => uuidV7() },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        // A trigger moves the data into user_profiles and entry_pins in the same statement.
        signUp: { type: 'json', required: false, input: true, returned: false, fieldName: 'sign_up' },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: env.SESSION_DAYS * 86_400,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      // Hashed, so that reading the table or a backup reveals no usable links.
      storeIdentifier: 'hashed',
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [passkeyPlugin(env.PUBLIC_URL)],
    emailVerification: {
      expiresIn: LINK_LIFETIME_SECONDS,
      sendOnSignUp: env.EMAIL_CONFIRMATION,
      sendVerificationEmail: async ({ user: { email, emailVerified } }) => {
        if (!emailVerified) await mails.add({ kind: 'confirm-email', email })
      },
    },
    databaseHooks: {
      user: {
        create: {
          // The one-time setup link is sufficient proof for the first admin, and email may not be set up yet.
          before: async user => ({ data: { emailVerified: isFirstAdmin(user) } }),
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: env.PASSWORD_MIN,
      maxPasswordLength: 256,
      requireEmailVerification: env.EMAIL_CONFIRMATION,
      // The library need not end sessions: a trigger ends them and forgets devices in the statement that replaces the password.
      resetPasswordTokenExpiresIn: LINK_LIFETIME_SECONDS,
      onExistingUserSignUp: async ({ user: { email } }) => mails.add({ kind: 'already-registered', email }),
      password: {
        hash: hashOnce,
        verify: ({ hash, password }) => verifySecret(hash, password),
      },
    },
  })
}

/** True if the first admin is signing up, because no other sign-up can have this role. */
const isFirstAdmin = ({ signUp }: Record<string, unknown>) =>
  typeof signUp === 'object' && signUp !== null && 'role' in signUp && signUp.role === 'super_admin'

export type AuthLibrary = ReturnType<typeof createAuthLibrary>
