import { createRoute, Outlet } from '@tanstack/react-router'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { ZoneGuard } from '../guards.tsx'
import { Shell } from '../shell/shell.tsx'
import { signedInRoute } from './signed-in.tsx'

/** Pages with header and side navigation. A page that crashes leaves the navigation standing. */
export const inShellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'in-shell',
  component: () => (
    <Shell>
      <ErrorBoundary>
        <ZoneGuard>
          <Outlet />
        </ZoneGuard>
      </ErrorBoundary>
    </Shell>
  ),
})
