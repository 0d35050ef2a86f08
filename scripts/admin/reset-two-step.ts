import { withAccounts } from '../lib/with-accounts.ts'
import type { AdminRun } from './commands.ts'

export const run: AdminRun = async (env, { words: [email = ''] }) => {
  const hasRemoved = await withAccounts(env, accounts => accounts.resetTwoStep(email))
  console.log(
    hasRemoved
      ? `The second step and the passkeys of ${email} are removed, and all sessions of the account have ended.`
      : `${email} has neither a second step nor a passkey: nothing was changed.`,
  )
  return 0
}
