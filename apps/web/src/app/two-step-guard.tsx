import { lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '../lib/session/use-session.ts'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'

const TwoStepDue = lazy(() =>
  import('../features/two-step/two-step-due.tsx').then(it => ({ default: it.TwoStepDue })),
)

/**
 * Shows people who must set up a second step its setup in place of every page, because the server and the feed refuse everything
 * else.
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
