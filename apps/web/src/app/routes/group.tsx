import { createRoute } from '@tanstack/react-router'
import { notAvailable } from '../not-available.tsx'
import { inShellRoute } from './in-shell.tsx'

export const groupRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: '/groups/$groupId',
  component: notAvailable('Group'),
})
