import { Outlet } from '@tanstack/react-router'
import { AuthGuard } from './guards.tsx'
import { SessionFeed } from './session-feed.tsx'
import { ZoneEffects } from './zone-effects.tsx'

/** Around every page for signed-in people: the guard, the feed and what follows it. */
export function SignedIn() {
  return (
    <AuthGuard>
      <SessionFeed>
        <ZoneEffects />
        <Outlet />
      </SessionFeed>
    </AuthGuard>
  )
}
