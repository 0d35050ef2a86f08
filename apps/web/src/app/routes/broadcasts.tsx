import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { notAvailable } from '../not-available.tsx'
import { inShellRoute } from './in-shell.tsx'

export const broadcastsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.broadcasts,
  component: notAvailable('Broadcasts'),
})
