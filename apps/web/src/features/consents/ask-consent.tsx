import { lazy, Suspense } from 'react'
import { useMe } from '../../lib/session/use-session.ts'

const ConsentBar = lazy(() => import('./consent-bar.tsx').then(it => ({ default: it.ConsentBar })))

/** Asks for consent on every page until the person answers. Its code is not loaded after that. */
export function AskConsent() {
  const { consent } = useMe()
  return consent === 'unasked' ? (
    <Suspense>
      <ConsentBar />
    </Suspense>
  ) : null
}
