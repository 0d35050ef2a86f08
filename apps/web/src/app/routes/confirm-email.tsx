import { createRoute } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '../../features/auth/confirm-email-screen.tsx'
import { paths } from '../paths.ts'
import { tokenOf } from '../token-of.ts'
import { rootRoute } from './root.tsx'

export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.confirmEmail,
  validateSearch: tokenOf,
  component: ConfirmEmail,
})

function ConfirmEmail() {
  const { token } = confirmEmailRoute.useSearch()
  return <ConfirmEmailScreen token={token} />
}
