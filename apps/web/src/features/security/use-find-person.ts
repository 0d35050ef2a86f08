import { t } from '@lingui/core/macro'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'

export type FoundPerson = { id: string; email: string }

/** Finds the account with an email address. `find` rejects with AccountNotFoundError if there is none. */
export function useFindPerson() {
  const find = useAct({
    call: async (typedEmail: string): Promise<FoundPerson> => {
      const email = typedEmail.trim()
      const { userId } = await api.security.checkSuspiciousActivity({ userEmail: email })
      if (userId === null) throw new AccountNotFoundError()
      return { id: userId, email }
    },
  })
  const problem = find.error === null ? undefined : findPersonProblem(find.error)
  return { find, problem }
}

class AccountNotFoundError extends Error {}

export function findPersonProblem(error: unknown): string {
  if (error instanceof AccountNotFoundError) return t`No account found for this email.`
  return errorText(error, t`Couldn’t search for this account. Try again.`)
}
