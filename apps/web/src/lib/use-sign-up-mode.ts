import type { SignUpMode } from '@muster/domain/sign-up.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from './api.ts'

/** By whom accounts are created on the sign-up page; undefined until the server has said it. */
export function useSignUpMode(): SignUpMode | undefined {
  return useQuery(orpc.auth.settings.queryOptions()).data?.signUp
}

/** The meaning of each mode, for those who look after the installation. */
export const signUpMeaning: Readonly<Record<SignUpMode, string>> = {
  open: 'Anyone with this address can create an account. They see nothing until someone adds them to a zone.',
  invited: 'Only people with an invitation link can create an account. Make one under Users.',
  closed: 'Nobody can create an account by themselves. Administrators add people under Users.',
}
