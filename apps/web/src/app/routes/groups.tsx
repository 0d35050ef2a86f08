import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { notAvailable } from '../not-available.tsx'
import { inShellRoute } from './in-shell.tsx'

export const groupsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.groups,
  component: notAvailable('My Groups'),
})
