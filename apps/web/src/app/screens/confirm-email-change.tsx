import { getRouteApi } from '@tanstack/react-router'
import { ConfirmEmailChangeScreen } from '../../features/auth/confirm-email-change-screen.tsx'

const route = getRouteApi('/confirm-email-change')

export function ConfirmEmailChange() {
  const { token, simple } = route.useSearch()
  return <ConfirmEmailChangeScreen token={token} asksPassword={!simple} />
}
