import { lazy, Suspense } from 'react'
import { useMe } from '../../lib/session/use-session.ts'

const ConsentBar = lazy(() => import('./consent-bar.tsx').then(it => ({ default: it.ConsentBar })))

/** On every page, until one has answered. Nothing of it is loaded for who did. */
export function AskConsent() {
  const { consent } = useMe()
  return consent === 'unasked' ? (
    <Suspense>
      <ConsentBar />
    </Suspense>
  ) : null
}
