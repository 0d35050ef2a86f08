import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '../lib/session/use-session.ts'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'

const TwoStepDue = lazy(() =>
  import('../features/two-step/two-step-due.tsx').then(it => ({ default: it.TwoStepDue })),
)

/** The server and the feed refuse everything else until the second step is set up. */
export function TwoStepGuard({ children }: { children: ReactNode }) {
  const { due } = useMe().twoStep
  if (!due) return children
  return (
    <Suspense fallback={<LoadingScreen />}>
      <TwoStepDue />
    </Suspense>
  )
}
