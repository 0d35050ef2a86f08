import { getRouteApi } from '@tanstack/react-router'
import { UndoEmailChangeScreen } from '../../features/auth/undo-email-change-screen.tsx'

const route = getRouteApi('/undo-email-change')

export function UndoEmailChange() {
  const { token } = route.useSearch()
  return <UndoEmailChangeScreen token={token} />
}
