import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '../lib/session/use-session.ts'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'

const TwoStepDue = lazy(() =>
  import('../features/two-step/two-step-due.tsx').then(it => ({ default: it.TwoStepDue })),
)

/** Leads who must have a second step, and has none, to setting it up: the server answers nothing else, the feed neither. */
export function TwoStepGuard({ children }: { children: ReactNode }) {
  const { due } = useMe().twoStep
  if (!due) return children
  return (
    <Suspense fallback={<LoadingScreen />}>
      <TwoStepDue />
    </Suspense>
  )
}
