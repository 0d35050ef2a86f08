import { ORPCError } from '@orpc/server'
import type { ActiveSession, Sessions } from '../../rpc/sessions.ts'
import type { Wire } from '../wire.ts'

export type SocketSession = ReturnType<typeof createSocketSession>

/** Manages the session of one socket, and closes the socket when the session no longer exists. */
export function createSocketSession(sessions: Sessions, wire: Pick<Wire, 'closed' | 'close'>) {
  let token = ''
  let currentSession: ActiveSession | undefined
  let checkedAt = Date.now()

  async function findSession() {
    try {
      return await sessions.resolve(token)
    } catch (error) {
      if (!(error instanceof ORPCError) || error.code !== 'TWO_STEP_REQUIRED') throw error
      // The session may only be used to set up the second step.
      wire.close('twoStepDue')
      return null
    }
  }

  return {
    /** The session; undefined until it is opened. */
    get current() {
      return currentSession
    },
    async open(firstToken: string): Promise<ActiveSession | undefined> {
      token = firstToken
      const session = await findSession()
      if (wire.closed) return undefined
      if (!session) wire.close('unauthorized')
      else currentSession = session
      return currentSession
    },
    /** Returns false, and closes the socket, if the session is gone or first needs a second step to be set up. */
    async renew(): Promise<boolean> {
      const session = await findSession()
      checkedAt = Date.now()
      const isSame = session !== null && session.userId === currentSession?.userId
      if (isSame) currentSession = session
      else wire.close('revoked')
      return isSame
    },
    /** True if the session expired, or was last looked up at least `everyMs` ago. All times in milliseconds. */
    isDue: (now: number, everyMs: number) =>
      currentSession !== undefined && (now >= currentSession.expiresAt || now - checkedAt >= everyMs),
  }
}
