import type { Database, Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { withRefund } from '../../rpc/rate-limit.ts'
import { audit } from '../security/index.ts'
import type { AuthRateLimits } from './auth-rate-limits.ts'
import { isKnownDevice } from './known-devices.queries.ts'
import { openSession } from './open-session.ts'
import { deletePendingSignIn, findPendingSignIn, lockPendingSignIn } from './pending-sign-ins.queries.ts'
import type { Client, SignInMonitor, SignInResult } from './sign-in.ts'
import { consumeCode, type SecretKey } from './two-step/consume-code.ts'

type Deps = {
  readonly db: Database
  readonly rateLimits: Pick<AuthRateLimits, 'secondStep' | 'secondStepDevice' | 'secondStepDay'>
  readonly monitor: SignInMonitor
  readonly key: SecretKey
  readonly sessionDays: number
}
type Input = {
  readonly pending: string
  readonly code: string
  readonly deviceToken?: string | undefined
}

/**
 * Wrong codes count against the account, separately for known devices, so that a stolen password cannot lock the owner out. Throws
 * SIGN_IN_EXPIRED, SECOND_STEP_WRONG, ACCOUNT_NOT_ACTIVE, TOO_MANY_REQUESTS.
 */
export async function finishSignIn(
  { db, rateLimits, monitor, key, sessionDays }: Deps,
  { pending, code, deviceToken }: Input,
  client: Client,
): Promise<SignInResult> {
  const pendingSignIn = await findPendingSignIn(db, pending)
  if (!pendingSignIn) throw fail('SIGN_IN_EXPIRED')
  const { userId, email } = pendingSignIn
  const isKnown = deviceToken !== undefined && (await isKnownDevice(db, email, deviceToken))
  const attempt = isKnown
    ? await rateLimits.secondStepDevice.take(`${userId} ${deviceToken}`)
    : await rateLimits.secondStep.take(userId)
  // All known devices share this limit, so having many of them gives no additional attempts.
  const dailyAttempt = await rateLimits.secondStepDay.take(isKnown ? `${userId} known` : userId)
  const outcome = await withRefund([attempt, dailyAttempt], () =>
    db.asOwner('nobody is signed in before the session is opened', async tx => {
      const { status, waits } = await lockPendingSignIn(tx, userId, pending)
      if (!waits) return 'expired'
      if (status !== 'active') return 'not-active'
      const codeResult = await consumeCode(tx, key, userId, code)
      if (codeResult === 'wrong') {
        await noteWrongCode(tx, userId, client)
        return 'wrong'
      }
      if (codeResult === 'recovery') await audit(tx, 'user_action_recovery_code_used', { actorId: userId })
      await deletePendingSignIn(tx, pending)
      return openSession(tx, { userId, proof: 'second_step', sessionDays, deviceToken, ...client })
    }),
  )
  if (outcome === 'wrong') throw fail('SECOND_STEP_WRONG')
  await Promise.all([attempt.refund(), dailyAttempt.refund()])
  if (outcome === 'expired') throw fail('SIGN_IN_EXPIRED')
  if (outcome === 'not-active') {
    await monitor.refused({ ...client, email, reason: 'not_active' })
    throw fail('ACCOUNT_NOT_ACTIVE')
  }
  await monitor.signedIn({ ...client, userId, email })
  return outcome
}

/** Logs a wrong code, which matters because whoever entered it knows the password. */
async function noteWrongCode(tx: Tx, userId: string, { ip }: Client): Promise<void> {
  await audit(tx, 'second_step_failed', { actorId: null, aboutId: userId, ip })
}
