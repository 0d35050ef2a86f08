import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '../lib/session/use-session.ts'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'

const TwoStepDue = lazy(() =>
  import('../features/two-step/two-step-due.tsx').then(it => ({ default: it.TwoStepDue })),
)

/**
 * Replaces every page with the setup of the second step for people who must set one up, because the server and the feed refuse
 * everything else.
 */
export function TwoStepGuard({ children }: { children: ReactNode }) {
  const { due } = useMe().twoStep
  if (!due) return children
  return (
    <Suspense fallback={<LoadingScreen />}>
      <TwoStepDue />
    </Suspense>
  )
}
