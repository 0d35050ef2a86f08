import { createRoute, Outlet } from '@tanstack/react-router'
import { AuthGuard } from '../guards.tsx'
import { SessionFeed } from '../session-feed.tsx'
import { ZoneEffects } from '../zone-effects.tsx'
import { rootRoute } from './root.tsx'

/** Pages for signed-in people, with or without the shell around them. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: () => (
    <AuthGuard>
      <SessionFeed>
        <ZoneEffects />
        <Outlet />
      </SessionFeed>
    </AuthGuard>
  ),
})
