import { createRoute } from '@tanstack/react-router'
import { NotAvailable } from '../not-available.tsx'
import { inShellRoute } from './in-shell.tsx'

export const groupRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: '/groups/$groupId',
  component: () => <NotAvailable title="Group" />,
})
