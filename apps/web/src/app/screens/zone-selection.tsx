import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ZoneSelectionScreen } from '../../features/zones/zone-selection-screen.tsx'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { OfflineBar } from '../../ui/live/offline-bar.tsx'
import { paths } from '../paths.ts'

const route = getRouteApi('/signed-in/zone-selection')

export function ZoneSelection() {
  const { zone, next } = route.useSearch()
  const { profile } = useMe()
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
      />
    </>
  )
}
