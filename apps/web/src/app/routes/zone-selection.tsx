import { createRoute, Navigate, useRouter } from '@tanstack/react-router'
import { UserCodeShare } from '../../features/users/user-code-share.tsx'
import { ZoneSelectionScreen } from '../../features/zones/zone-selection-screen.tsx'
import { useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { OfflineBar } from '../../ui/offline-bar.tsx'
import { innerPath, paths } from '../paths.ts'
import { signedInRoute } from './signed-in.tsx'

/**
 * Outside the shell. `zone`: the zone somebody chose in a picker and whose PIN is still to be entered. `next`: where to
 * go on once a zone is selected, instead of /dashboard.
 */
export const zoneSelectionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.zoneSelection,
  validateSearch: (search): { zone?: string; next?: string } => ({
    zone: typeof search.zone === 'string' ? search.zone : undefined,
    next: innerPath(search.next),
  }),
  component: ZoneSelection,
})

function ZoneSelection() {
  const { zone, next } = zoneSelectionRoute.useSearch()
  const { profile, fullProfile } = useMe()
  const router = useRouter()
  const signOut = useSignOut()
  if (profile.role === 'super_admin') return <Navigate to={paths.dashboard} replace />
  return (
    <>
      <OfflineBar />
      <ZoneSelectionScreen
        wantedZoneId={zone}
        onSelected={() => router.history.push(next ?? paths.dashboard)}
        onSignOut={() => void signOut()}
        onboarding={<UserCodeShare userCode={fullProfile?.userCode} />}
      />
    </>
  )
}
