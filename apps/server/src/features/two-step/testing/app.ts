import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { codeSeconds } from '@muster/domain/two-step.ts'
import { ORPCError } from '@orpc/server'
import { type Credentials, newAccount, toCredentials, type World } from '../../auth/testing/accounts.ts'

/** Generates an app's code for this secret, `ahead` periods from now. */
export const codeOfApp = (secret: string, ahead = 0): Promise<string> =>
  createOTP(new TextDecoder().decode(base32.decode(secret))).hotp(
    Math.floor(Date.now() / 1_000 / codeSeconds) + ahead,
  )

/** Creates a person who has just set up a second step. Setup used up the current code, so the next valid code is `ahead` 1. */
export async function newTwoStepAccount(at: World) {
  const account = await newAccount(at)
  const { secret } = await at.call(account).twoStep.begin({ password: account.password })
  const { recoveryCodes } = await at.call(account).twoStep.confirm({ code: await codeOfApp(secret) })
  return { ...account, secret, recoveryCodes }
}

/** Signs in with the password; returns the token for the second step. */
export async function firstStep(at: World, account: Credentials): Promise<string> {
  try {
    await at.call().auth.signIn(toCredentials(account))
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'SECOND_STEP_NEEDED') return error.data.pending
    throw error
  }
  throw new Error('Signed in without a second step')
}
