import { withAccounts } from '../lib/with-accounts.ts'
import type { AdminRun } from './commands.ts'

export const run: AdminRun = async (env, { words: [email = ''], options }) => {
  const status = options.lift ? 'active' : 'suspended'
  const hasChanged = await withAccounts(env, accounts => accounts.setStatus(email, status))
  console.log(
    hasChanged ? `The account ${email} is ${status} now.` : `The account ${email} was ${status} already.`,
  )
  return 0
}
