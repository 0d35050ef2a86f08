import { getRouteApi } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '../../features/auth/confirm-email-screen.tsx'

const route = getRouteApi('/confirm-email')

export function ConfirmEmail() {
  const { token } = route.useSearch()
  return <ConfirmEmailScreen token={token} />
}
