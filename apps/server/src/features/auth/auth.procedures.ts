import type { Landing } from '@muster/contract/auth.ts'
import { id, instant } from '@muster/contract/ids.ts'
import { supportsPasskeys } from '@muster/domain/passkey.ts'
import { isPin } from '@muster/domain/pin.ts'
import type { Platform } from '../../platform/platform.ts'
import { anyone, anyoneFromMemory, api, publicExternal, signedIn } from '../../rpc/base.ts'
import type { RequestContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { withAttempt } from '../../rpc/rate-limit.ts'
import { ALLOW_TWO_STEP_DUE } from '../../rpc/sessions.ts'
import { readConsent } from '../consents/index.ts'
import { admitsSignUp, joinAfterSignUp, withCountedUse } from '../invitations/index.ts'
import { type MapSettingCache, originsOf } from '../maps/index.ts'
import { audit } from '../security/index.ts'
import {
  endOwnSession,
  endSession,
  hasSuperAdmin,
  isAddressTaken,
  listSessions,
  readOwnSignIn,
  replaceToken,
  tryReadOwnProfile,
} from './auth.queries.ts'
import type { Auth } from './auth.ts'
import { deviceView, findLanding, profileView } from './auth.view.ts'
import { CLIENT_IP_HEADER } from './auth-library.ts'
import { confirmEmail } from './confirm-email.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { rememberDevice } from './known-devices.queries.ts'
import { previewOtherAccess } from './other-access.ts'
import { beginAuthentication } from './passkeys/ceremonies.ts'
import { changePassword, requireAcceptablePassword, requireOwnPassword, resetPassword } from './passwords.ts'
import { signIn } from './sign-in.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { signUp } from './sign-up.ts'
import { withSignUpLink } from './sign-up-links.ts'
import { beginAttempt } from './single-sign-on/attempts.ts'
import { signInWithSingleSignOn } from './single-sign-on/sign-in-with-single-sign-on.ts'

const deviceCursors = createCursors('devices', { lastUsedAt: [instant, 'updated_at_exact'], id })

/** Before sign-in, rate limits take the place of a policy. */
export function authProcedures(
  platform: Platform & { readonly caches: { readonly map: MapSettingCache } },
  shared: Auth,
) {
  const { env, mailQueue: mails, demoSignIns } = platform
  const { library: auth, rateLimits, monitor, firstAdmin, elsewhere } = shared
  const toLanding = (session: { role: Parameters<typeof findLanding>[0]; email: string }): Landing =>
    findLanding(session.role, session.email, env.LANDING_ADMIN_EMAILS)

  const requireSingleSignOn = () => {
    if (!elsewhere) throw fail('SSO_OFF')
    return elsewhere
  }

  return {
    settings: api.auth.settings.use(anyoneFromMemory).handler(async () => {
      const people = await demoSignIns()
      return {
        passwordMin: env.PASSWORD_MIN,
        emailConfirmation: env.EMAIL_CONFIRMATION,
        signUp: env.SIGN_UP,
        singleSignOn: elsewhere && { name: elsewhere.sso.name },
        passkeysAt: supportsPasskeys(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL).origin : null,
        retentionDays: env.RETENTION_DAYS,
        demoMapHosts: people.length > 0 ? originsOf(platform.caches.map.current()) : [],
        demoSignIns: people,
      }
    }),

    signUp: api.auth.signUp.use(anyone).handler(async ({ context, input }) => {
      const { invitation, zoneInvitation, ...form } = input
      if (env.SIGN_UP === 'closed') throw fail('SIGN_UP_CLOSED')
      const isInvited =
        invitation !== undefined ||
        (zoneInvitation !== undefined && (await admitsSignUp(context.db, zoneInvitation, form.email)))
      if (env.SIGN_UP === 'invited' && !isInvited) throw fail('INVITATION_NEEDED')
      await rateLimits.newAccount.take(context.ip)
      // Limited, because each sign-up may send an email to an address that belongs to somebody else.
      if (env.EMAIL_CONFIRMATION) await rateLimits.mail.take(`confirm ${form.email.toLowerCase()}`)
      const createAccount = () =>
        signUp(auth, platform, form, createClientHeaders(context), createAddressCheck(context))
      // A refused sign-up counts, because it may have revealed that an address is taken.
      const isCounted = env.SIGN_UP === 'invited' && invitation === undefined && zoneInvitation !== undefined
      const { handle, userId } = await withAttempt(rateLimits.signUp, context.ip, () => {
        if (env.SIGN_UP === 'invited' && invitation !== undefined)
          return withSignUpLink(context.db, { token: invitation, email: form.email }, createAccount)
        return isCounted
          ? withCountedUse(context.db, { token: zoneInvitation, email: form.email }, createAccount)
          : createAccount()
      })
      const joinedZoneId =
        zoneInvitation === undefined
          ? null
          : await joinAfterSignUp(context, {
              token: zoneInvitation,
              userId,
              accepts: handle !== null,
              isCounted,
            })
      if (!handle) return { session: null, deviceToken: null, joinedZoneId }
      const { token, deviceToken } = await context.db.asOwner('nobody was signed in yet', async tx => ({
        deviceToken: await rememberDevice(tx, userId, { handle }),
        token: await replaceToken(tx, handle),
      }))
      return { session: (await resolveOpenedSession(context, token)).session, deviceToken, joinedZoneId }
    }),

    setUpFirstAdmin: api.auth.setUpFirstAdmin.use(anyone).handler(async ({ context, input }) => {
      await rateLimits.signUp.take(context.ip)
      await firstAdmin.consume(input.setupToken, async () => {
        // Anybody with the setup link may learn that an address is taken, even where sign-up does not reveal it.
        if (await isAddressTaken(context.db, input.email)) throw fail('EMAIL_TAKEN')
        await signUp(
          auth,
          platform,
          input,
          createClientHeaders(context),
          createAddressCheck(context),
          'super_admin',
        )
        if (!(await hasSuperAdmin(context.db))) throw fail('EMAIL_TAKEN')
      })
      const deps = { auth, db: context.db, rateLimits, monitor }
      const signInResult = await signIn(deps, input, createClientHeaders(context), toClient(context))
      const { session } = await resolveOpenedSession(context, signInResult.token)
      return { session, deviceToken: signInResult.deviceToken }
    }),

    signIn: api.auth.signIn.use(anyone).handler(async ({ context, input }) => {
      if (platform.refusesSignIn?.(input)) throw fail('ACCOUNT_NOT_ACTIVE')
      const deps = { auth, db: context.db, rateLimits, monitor }
      const { token, deviceToken } = await signIn(
        deps,
        input,
        createClientHeaders(context),
        toClient(context),
      )
      const { session, resolved } = await resolveOpenedSession(context, token)
      return { session, landing: toLanding(resolved), deviceToken }
    }),

    finishSignIn: api.auth.finishSignIn.use(anyone).handler(async ({ context, input }) => {
      const deps = {
        db: context.db,
        rateLimits,
        monitor,
        key: platform,
        sessionDays: env.SESSION_DAYS,
      }
      const { token, deviceToken } = await finishSignIn(deps, input, toClient(context))
      const { session, resolved } = await resolveOpenedSession(context, token)
      return { session, landing: toLanding(resolved), deviceToken }
    }),

    beginPasskeySignIn: api.auth.beginPasskeySignIn.use(anyone).handler(async ({ context }) => {
      if (!supportsPasskeys(env.PUBLIC_URL)) throw fail('PASSKEYS_OFF')
      // Limited, because each challenge is stored for five minutes.
      await rateLimits.passkeys.take(context.ip)
      return beginAuthentication(auth)
    }),

    signInWithPasskey: api.auth.signInWithPasskey.use(anyone).handler(async ({ context, input }) => {
      const deps = { auth, db: context.db, monitor }
      const { token, deviceToken } = await signInWithPasskey(
        deps,
        input,
        createClientHeaders(context),
        toClient(context),
      )
      const { session, resolved } = await resolveOpenedSession(context, token)
      return { session, landing: toLanding(resolved), deviceToken }
    }),

    beginSingleSignOn: api.auth.beginSingleSignOn.use(publicExternal).handler(async ({ context }) => {
      const { provider } = requireSingleSignOn()
      // Limited, because each attempt is stored for ten minutes.
      await rateLimits.elsewhere.take(context.ip)
      const { ticket, ...attempt } = await beginAttempt(auth)
      return { address: await provider.addressFor(attempt), ticket }
    }),

    signInElsewhere: api.auth.signInElsewhere.use(publicExternal).handler(async ({ context, input }) => {
      const deps = { auth, db: context.db, mails, monitor, sessionDays: env.SESSION_DAYS }
      const { token, deviceToken } = await signInWithSingleSignOn(
        { ...deps, ...requireSingleSignOn() },
        input,
        toClient(context),
      )
      const { session, resolved } = await resolveOpenedSession(context, token)
      return { session, landing: toLanding(resolved), deviceToken }
    }),

    signOut: api.auth.signOut
      .use(signedIn(null, { asOwner: OWNER_REASON, beforeTwoStep: true }))
      .handler(async ({ context }) => {
        const { tx, actor, sessions, afterCommit } = context
        await endSession(tx, actor.sessionId)
        await audit(tx, 'user_action_signed_out', { actorId: actor.userId })
        afterCommit(() => sessions.forget({ sessionId: actor.sessionId }))
        return { signedOut: true as const }
      }),

    me: api.auth.me
      .use(signedIn(null, { beforeTwoStep: true }))
      .handler(async ({ context: { tx, actor, linkTo } }) => {
        const ownSignIn = await readOwnSignIn(tx)
        if (!ownSignIn) throw fail('UNAUTHORIZED')
        const { owesSecondStep, captainZoneIds, ...user } = ownSignIn
        const requiredFrom = owesSecondStep ? env.TWO_STEP_REQUIRED : null
        const profile = await tryReadOwnProfile(tx, actor.userId)
        return {
          user: { id: actor.userId, ...user },
          profile: profile.row ? profileView(profile.row, linkTo) : null,
          profileCode: profile.code,
          landing: toLanding(actor),
          consent: (await readConsent(tx, actor.userId))?.decision ?? ('unasked' as const),
          ...(captainZoneIds.length > 0 && { captainZoneIds }),
          session: { id: actor.sessionId, expiresAt: new Date(actor.expiresAt).toISOString() },
          twoStep: {
            requiredFrom: requiredFrom?.toISOString() ?? null,
            due: requiredFrom !== null && requiredFrom.getTime() <= Date.now(),
          },
        }
      }),

    requestPasswordReset: api.auth.requestPasswordReset
      .use(anyone)
      .handler(async ({ context, input: { email } }) => {
        await rateLimits.mailAddress.take(context.ip)
        await rateLimits.mail.take(`reset ${email.toLowerCase()}`)
        // An email is queued for any address, so that the response takes equally long for an address without an account.
        await mails.add({ kind: 'reset-password', email })
        return { sent: true as const }
      }),

    previewReset: api.auth.previewReset
      .use(anyone)
      .handler(({ context, input: { token } }) => previewOtherAccess(auth, context.db, token)),

    resetPassword: api.auth.resetPassword.use(anyone).handler(async ({ context, input }) => {
      requireAcceptablePassword(input.password, env.PASSWORD_MIN)
      if (input.pin !== undefined && !isPin(input.pin)) throw fail('PIN_INVALID')
      const retentionDays = env.RETENTION_DAYS
      const { deviceToken } = await resetPassword(auth, context, rateLimits, { ...input, retentionDays })
      return { reset: true as const, deviceToken }
    }),

    confirmEmail: api.auth.confirmEmail.use(anyone).handler(async ({ context, input }) => {
      await confirmEmail({ auth, db: context.db, rateLimits, secret: platform.secret }, input)
      return { confirmed: true as const }
    }),

    resendConfirmation: api.auth.resendConfirmation
      .use(anyone)
      .handler(async ({ context, input: { email } }) => {
        await rateLimits.mailAddress.take(context.ip)
        await rateLimits.mail.take(`confirm ${email.toLowerCase()}`)
        // The response does not reveal whether the address awaits confirmation.
        await mails.add({ kind: 'confirm-email', email })
        return { sent: true as const }
      }),

    changePassword: api.auth.changePassword
      .use(signedIn(null, { withoutTx: 'no connection waits for the hash of a password' }))
      .handler(async ({ context, input }) => {
        requireAcceptablePassword(input.newPassword, env.PASSWORD_MIN)
        const verifiedHash = await requireOwnPassword(context, rateLimits, input.currentPassword)
        await changePassword(context.db, context.actor, verifiedHash, input.newPassword)
        context.sessions.forget({ userId: context.actor.userId })
        return { changed: true as const }
      }),

    devices: api.auth.devices
      .use(signedIn(null, { asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx, actor }, input: { cursor, limit } }) => {
        const page = await deviceCursors.read({ cursor, limit }, it =>
          listSessions(tx, actor.userId, actor.sessionId, it),
        )
        return page.map(row => deviceView(row, actor.sessionId))
      }),

    revokeDevice: api.auth.revokeDevice
      .use(signedIn(null, { asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx, actor, sessions, afterCommit }, input: { sessionId } }) => {
        if (!(await endOwnSession(tx, { userId: actor.userId, sessionId }, actor.sessionId)))
          throw fail('NOT_FOUND')
        await audit(tx, 'user_action_device_revoked', { actorId: actor.userId })
        afterCommit(() => sessions.forget({ sessionId }))
        return { revoked: true as const }
      }),
  }
}

const OWNER_REASON = 'requests may neither read nor write sessions'

const createAddressCheck =
  ({ db }: RequestContext) =>
  (email: string) =>
    isAddressTaken(db, email)

const readUserAgent = ({ headers }: RequestContext) => headers.get('user-agent')?.slice(0, 400) ?? ''

const toClient = (context: RequestContext) => ({ ip: context.ip, userAgent: readUserAgent(context) })

/** Tells the library about the client: the IP address according to our proxy settings, the browser and the language. */
function createClientHeaders(context: RequestContext): Headers {
  return new Headers({
    [CLIENT_IP_HEADER]: context.ip,
    'user-agent': readUserAgent(context),
    'accept-language': context.headers.get('accept-language') ?? '',
  })
}

async function resolveOpenedSession({ sessions }: RequestContext, token: string) {
  const resolvedSession = await sessions.resolve(token, ALLOW_TWO_STEP_DUE)
  if (!resolvedSession) throw fail('ACCOUNT_NOT_ACTIVE')
  return {
    resolved: resolvedSession,
    session: { token, expiresAt: new Date(resolvedSession.expiresAt).toISOString() },
  }
}
