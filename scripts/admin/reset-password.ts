import { readPassword } from '../lib/read-password.ts'
import { withAccounts } from '../lib/with-accounts.ts'
import type { AdminRun } from './commands.ts'

export const run: AdminRun = async (env, { words: [email = ''], options }) => {
  const password = options.password ? await readPassword() : undefined
  const link = await withAccounts(env, accounts => accounts.resetPassword(email, password))
  console.log(
    link
      ? `Open this link within one hour to set a new password for ${email}: ${link.link}`
      : `The new password of ${email} is set, and all sessions of the account have ended.`,
  )
  return 0
}
