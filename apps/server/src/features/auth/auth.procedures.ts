import type { Landing } from '@muster/contract/auth.ts'
import { api, signedIn } from '../../rpc/base.ts'
import type { RequestContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { endSession, readOwnProfile, readSignIn } from './auth.queries.ts'
import { landingOf, profileView } from './auth.view.ts'
import { type AuthLibrary, type AuthSettings, CLIENT_IP_HEADER } from './auth-library.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

type Deps = {
  readonly auth: AuthLibrary
  readonly settings: AuthSettings & { readonly landingAdminEmails: readonly string[] }
  readonly demoSignIns: () => Promise<{ label: string; email: string; password: string }[]>
}

/** Signing up, in and out, and who am I. */
export function authProcedures({ auth, settings, demoSignIns }: Deps) {
  const landing = (session: { role: Parameters<typeof landingOf>[0]; email: string }): Landing =>
    landingOf(session.role, session.email, settings.landingAdminEmails)

  return {
    settings: api.auth.settings.handler(async () => ({
      passwordMin: settings.passwordMin,
      emailConfirmation: settings.emailConfirmation,
      demoSignIns: await demoSignIns(),
    })),

    signUp: api.auth.signUp.handler(async ({ context, input }) => {
      const token = await signUp(auth, settings, input, clientHeaders(context))
      return { session: token ? (await openedSession(context, token)).session : null }
    }),

    signIn: api.auth.signIn.handler(async ({ context, input }) => {
      const token = await signIn(auth, context.db, input, clientHeaders(context))
      const { session, resolved } = await openedSession(context, token)
      return { session, landing: landing(resolved) }
    }),

    signOut: api.auth.signOut.use(signedIn).handler(async ({ context }) => {
      await endSession(context.db, context.token)
      context.sessions.forget({ sessionId: context.actor.sessionId })
      return { signedOut: true as const }
    }),

    me: api.auth.me.use(signedIn).handler(async ({ context }) => {
      const { actor, db, sessions, token } = context
      const [profile, user, session] = await Promise.all([
        db.asActor(actor, tx => readOwnProfile(tx, actor.userId)),
        readSignIn(db, actor.userId),
        sessions.resolve(token),
      ])
      if (!user || !session) throw fail('UNAUTHORIZED')
      return {
        user: { id: actor.userId, ...user },
        profile: profile ? profileView(profile) : null,
        landing: landing(actor),
        session: { id: session.sessionId, expiresAt: new Date(session.expiresAt).toISOString() },
      }
    }),
  }
}

/** What the library may know of the client: the address as our proxy settings see it, and the browser's name. */
function clientHeaders({ ip, headers }: RequestContext): Headers {
  return new Headers({ [CLIENT_IP_HEADER]: ip, 'user-agent': headers.get('user-agent')?.slice(0, 400) ?? '' })
}

async function openedSession({ sessions }: RequestContext, token: string) {
  const resolved = await sessions.resolve(token)
  if (!resolved) throw fail('ACCOUNT_NOT_ACTIVE')
  return { resolved, session: { token, expiresAt: new Date(resolved.expiresAt).toISOString() } }
}
