import { createRoute, Outlet } from '@tanstack/react-router'
import { GuestGuard } from '../guards.tsx'
import { rootRoute } from './root.tsx'

/** Pages for people who are not signed in. */
export const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guest',
  component: () => (
    <GuestGuard>
      <Outlet />
    </GuestGuard>
  ),
})
