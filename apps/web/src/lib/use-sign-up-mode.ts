import { t } from '@lingui/core/macro'
import type { SignUpMode } from '@muster/domain/sign-up.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from './api.ts'

/** The sign-up mode; undefined until the server has answered. */
export function useSignUpMode(): SignUpMode | undefined {
  return useQuery(orpc.auth.settings.queryOptions()).data?.signUp
}

/** Describes each mode to the people who manage the installation. */
export const signUpMeaning: Readonly<Record<SignUpMode, string>> = {
  open: t`Anyone with this address can create an account. They see nothing until someone adds them to a zone.`,
  invited: t`Only people with an invitation link can create an account. Make one under Users.`,
  closed: t`Nobody can create an account by themselves. Administrators add people under Users.`,
}
