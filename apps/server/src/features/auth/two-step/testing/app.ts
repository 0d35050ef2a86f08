import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { codeSeconds } from '@muster/domain/two-step.ts'
import { ORPCError } from '@orpc/server'
import { type Credentials, newAccount, toCredentials, type World } from '../../testing/accounts.ts'

/** Generates an app's code for this secret, `stepsAhead` periods from now. */
export const createAppCode = (secret: string, stepsAhead = 0): Promise<string> =>
  createOTP(new TextDecoder().decode(base32.decode(secret))).hotp(
    Math.floor(Date.now() / 1_000 / codeSeconds) + stepsAhead,
  )

/**
 * Creates a person who has just set up a second step. Setup used up the current code, so the next valid code has `stepsAhead` 1.
 */
export async function createTwoStepAccount(world: World) {
  const account = await newAccount(world)
  const { secret } = await world.call(account).twoStep.begin({ password: account.password })
  const { recoveryCodes } = await world.call(account).twoStep.confirm({ code: await createAppCode(secret) })
  return { ...account, secret, recoveryCodes }
}

/** Signs in with the password; returns the token for the second step. */
export async function submitFirstStep(world: World, account: Credentials): Promise<string> {
  try {
    await world.call().auth.signIn(toCredentials(account))
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'SECOND_STEP_NEEDED') return error.data.pending
    throw error
  }
  throw new Error('Signed in without a second step')
}
