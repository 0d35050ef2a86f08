import { createRoute } from '@tanstack/react-router'
import { notAvailable } from '../not-available.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const broadcastsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.broadcasts,
  component: notAvailable('Broadcasts'),
})
