import { Navigate, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { QuestionBars, useOpenQuestions } from '../../features/broadcasts/public.ts'
import { WaitingBar } from '../../features/waiting/public.ts'
import { ZoneSelectionScreen } from '../../features/zones/zone-selection-screen.tsx'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'

export function ZoneSelection({ search: { zone, next } }: { search: { zone?: string; next?: string } }) {
  const { profile } = useMe()
  const { availableZones, status, zone: selected, isZoneBound } = useSelectedZone()
  const questions = useOpenQuestions()
  const router = useRouter()
  const signOut = useSignOut()
  // Who opens the app while a zone is still entered goes on to where they work; who comes here to choose, chooses.
  const isOnTheWay = useLocation({ select: ({ state }) => state.arriving === true }) || next !== undefined
  // Decided once, when the zones are known: who is here to enter their PIN goes on by entering it.
  const [arrival, setArrival] = useState<'chosen already' | 'choosing'>()
  if (status === 'loaded' && !arrival) {
    const chosenAlready =
      isZoneBound && selected !== undefined && !zone && (isOnTheWay || availableZones.length === 1)
    setArrival(chosenAlready ? 'chosen already' : 'choosing')
  }
  const hasNothingToChoose = status === 'loaded' && availableZones.length === 0
  useEffect(() => {
    // Without a zone the page that was wanted needs none either.
    if (hasNothingToChoose && next) router.history.replace(next)
  }, [hasNothingToChoose, next, router])
  useEffect(() => {
    if (arrival === 'chosen already') router.history.replace(next ?? paths.dashboard)
  }, [arrival, next, router])
  // An address that names a zone goes on by itself, so Back must not lead to it again.
  const goOn = (path: string) => (zone ? router.history.replace(path) : router.history.push(path))
  if (profile.role === 'super_admin') return <Navigate to={paths.dashboard} replace />
  return (
    <>
      <QuestionBars hasHeader={false} />
      <WaitingBar />
      <ZoneSelectionScreen
        wantedZoneId={zone}
        // The dialog for the PIN would cover an urgent question.
        holdsPin={questions.isLoading || questions.total > 0}
        onSelected={() => goOn(next ?? paths.dashboard)}
        onSignOut={() => void signOut()}
      />
    </>
  )
}
