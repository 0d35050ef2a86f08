import { isInternalAdmin } from '@muster/domain/role.ts'
import { lazy, Suspense } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { useMySharing } from './use-my-sharing.ts'
import { useTrackingRequests } from './use-tracking-requests.ts'

const SharingBar = lazy(() => import('./sharing-bar.tsx').then(it => ({ default: it.SharingBar })))
const RequestBar = lazy(() => import('./request-bar.tsx').then(it => ({ default: it.RequestBar })))

/** Shows the person's own sharing and requests for their position on every page. Loads no further code if there is neither. */
export function SharingBars() {
  const { profile } = useMe()
  // Internal admins see all zones without being members, so they cannot share.
  return isInternalAdmin(profile.role) ? null : <Bars />
}

function Bars() {
  const sharing = useMySharing()
  const { received } = useTrackingRequests()
  return (
    <Suspense>
      {sharing && <SharingBar sharing={sharing} />}
      {received.map(request => (
        <RequestBar key={request.id} request={request} />
      ))}
    </Suspense>
  )
}
