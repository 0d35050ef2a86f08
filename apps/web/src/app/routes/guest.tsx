import { createRoute, Outlet } from '@tanstack/react-router'
import { GuestGuard } from '../guards.tsx'
import { rootRoute } from './root.tsx'

export const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guest',
  component: () => (
    <GuestGuard>
      <Outlet />
    </GuestGuard>
  ),
})
