import { t } from '@lingui/core/macro'
import type { SignUpMode } from '@muster/domain/sign-up.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from './api.ts'

/** Returns the sign-up mode; undefined until the server has responded. */
export function useSignUpMode(): SignUpMode | undefined {
  return useQuery(orpc.auth.settings.queryOptions()).data?.signUp
}

/** Explanations of each mode for the people who manage the installation. */
export const signUpModeTexts: Readonly<Record<SignUpMode, string>> = {
  open: t`Anyone with this address can create an account. They see nothing until someone adds them to a zone.`,
  invited: t`Only people with an invitation link can create an account. Create links under Users.`,
  closed: t`People can’t sign up on their own. Administrators add them under Users.`,
}
