import { createRoute, Navigate } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { rootRoute } from './root.tsx'

/** The root path leads to /login; somebody signed in goes on from there to their landing. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: () => <Navigate to={paths.login} search={{}} replace />,
})
