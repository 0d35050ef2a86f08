import { createRoute } from '@tanstack/react-router'
import { notAvailable } from '../not-available.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const groupsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.groups,
  component: notAvailable('My Groups'),
})
