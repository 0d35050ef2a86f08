import { readPassword } from '../lib/read-password.ts'
import { withAccounts } from '../lib/with-accounts.ts'
import type { AdminRun } from './commands.ts'

export const run: AdminRun = async (env, { words, options }) => {
  const [email = '', firstName = '', lastName = ''] = words
  const password = options.password ? await readPassword() : undefined
  const link = await withAccounts(env, accounts =>
    accounts.createSuperAdmin({ email, firstName, lastName, password }),
  )
  console.log(
    link
      ? `Created the super admin ${email}. Open this link within seven days to set the password: ${link.link}`
      : `Created the super admin ${email}, who can sign in now.`,
  )
  return 0
}
