import { createRoute, Navigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { UserCodeShare } from '../../features/users/user-code-share.tsx'
import { ZoneSelectionScreen } from '../../features/zones/zone-selection-screen.tsx'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { OfflineBar } from '../../ui/live/offline-bar.tsx'
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
  const { availableZones, status } = useSelectedZone()
  const router = useRouter()
  const signOut = useSignOut()
  const hasNothingToChoose = status === 'loaded' && availableZones.length === 0
  useEffect(() => {
    // Without a zone the page that was wanted needs none either.
    if (hasNothingToChoose && next) router.history.replace(next)
  }, [hasNothingToChoose, next, router])
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
