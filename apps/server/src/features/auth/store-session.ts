import type { Database, Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { authEvents } from './auth.events.ts'
import {
  deleteSession,
  endOldestSessions,
  lockForSignIn,
  markAsPasskey,
  replaceToken,
} from './auth.queries.ts'
import { rememberDevice } from './known-devices.queries.ts'
import { addPendingSignIn, type PendingSignIn } from './pending-sign-ins.queries.ts'

type OpenedSession = {
  readonly userId: string
  /** The library's id for the new session; it is not usable as a token. */
  readonly handle: string
  readonly deviceToken: string | undefined
} & (
  | {
      /** The hash the password was verified against, read before the verification. */
      readonly verified: string | null
    }
  | {
      /** True if the verified passkey is still the person's. */
      readonly holdsPasskey: (tx: Tx) => Promise<boolean>
    }
)

/**
 * Ends the oldest sessions over the limit. 'refused' if password or passkey changed during verification, 'not-active' if the person
 * may not sign in. After a password, a second step makes a pending sign-in instead. Concurrent changes of password or status wait,
 * then end the session.
 */
export async function storeSession(
  db: Database,
  { userId, handle, deviceToken, ...proof }: OpenedSession,
): Promise<{ token: string; deviceToken: string } | PendingSignIn | 'refused' | 'not-active'> {
  return db.asOwner('nobody is signed in before the session is kept', async tx => {
    const signInState = await lockForSignIn(tx, userId, handle)
    const isStillValid =
      'verified' in proof ? signInState.password === proof.verified : await proof.holdsPasskey(tx)
    if (!signInState.sessionId || signInState.status !== 'active' || !isStillValid) {
      await deleteSession(tx, handle)
      return isStillValid ? 'not-active' : 'refused'
    }
    if ('verified' in proof && signInState.hasSecondStep) {
      await deleteSession(tx, handle)
      return addPendingSignIn(tx, userId)
    }
    // A passkey counts as both steps.
    if (!('verified' in proof)) await markAsPasskey(tx, handle)
    const rememberedToken = await rememberDevice(tx, userId, { deviceToken, handle })
    await endOldestSessions(tx, userId)
    const startedEvent = { kind: 'session.started', userId, sessionId: signInState.sessionId } as const
    await appendEvents(tx, announce(authEvents, startedEvent))
    return { token: await replaceToken(tx, handle), deviceToken: rememberedToken }
  })
}
