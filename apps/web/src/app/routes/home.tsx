import { createRoute, Navigate } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { rootRoute } from './root.tsx'

/** The root path redirects to /login, which redirects signed-in people to their landing page. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: () => <Navigate to={paths.login} search={{}} replace />,
})
