import { Navigate, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { HelpBars, QuestionBars, useOpenQuestions } from '../../features/broadcasts/public.ts'
import {
  AllClears,
  CaptainBar,
  EmergencyBars,
  useOpenEmergencies,
} from '../../features/emergencies/public.ts'
import { WaitingBar } from '../../features/waiting/public.ts'
import { ZoneSelectionScreen } from '../../features/zones/zone-selection-screen.tsx'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'

export function ZoneSelection({ search: { zone, next } }: { search: { zone?: string; next?: string } }) {
  const { profile } = useMe()
  const { availableZones, status, zone: selectedZone, isZoneBound } = useSelectedZone()
  const openQuestions = useOpenQuestions()
  const router = useRouter()
  // The link to a board leads here until its zone is entered.
  const board = useOpenEmergencies().find(it => next?.startsWith(`${paths.emergencies}/${it.id}`))
  const signOut = useSignOut()
  // A person who has just opened the app and still has a zone selected continues there. A person who came here to select a zone
  // stays.
  const isArriving = useLocation({ select: ({ state }) => state.arriving === true }) || next !== undefined
  // Decided once, when the zones have loaded, because a zone entered here must not count as already selected.
  const [arrival, setArrival] = useState<'chosen already' | 'choosing'>()
  if (status === 'loaded' && !arrival) {
    const isAlreadyChosen =
      isZoneBound && selectedZone !== undefined && !zone && (isArriving || availableZones.length === 1)
    setArrival(isAlreadyChosen ? 'chosen already' : 'choosing')
  }
  const hasNothingToChoose = status === 'loaded' && availableZones.length === 0
  useEffect(() => {
    // Somebody without a zone comes here only on the way to a page that needs no zone.
    if (hasNothingToChoose && next) router.history.replace(next)
  }, [hasNothingToChoose, next, router])
  useEffect(() => {
    if (arrival === 'chosen already') router.history.replace(next ?? paths.dashboard)
  }, [arrival, next, router])
  // A URL that names a zone continues automatically, so Back must not return to it.
  const continueTo = (path: string) => (zone ? router.history.replace(path) : router.history.push(path))
  if (profile.role === 'super_admin') return <Navigate to={paths.dashboard} replace />
  return (
    <>
      <EmergencyBars hasHeader={false} />
      <HelpBars />
      <CaptainBar />
      <QuestionBars hasHeader={false} />
      <AllClears />
      <WaitingBar />
      <ZoneSelectionScreen
        wantedZoneId={zone ?? board?.zoneId ?? board?.zoneIds?.[0]}
        wantedPage={next}
        // The PIN dialog would cover an urgent question.
        holdsPin={openQuestions.isLoading || openQuestions.total > 0}
        onSelected={path => continueTo(path ?? next ?? paths.dashboard)}
        onSignOut={() => void signOut()}
      />
    </>
  )
}
