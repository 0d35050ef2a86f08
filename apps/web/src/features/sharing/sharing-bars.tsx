import { isInternalAdmin } from '@muster/domain/role.ts'
import { lazy, Suspense } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { useMySharing } from './use-my-sharing.ts'
import { useTrackingRequests } from './use-tracking-requests.ts'

const SharingBar = lazy(() => import('./sharing-bar.tsx').then(it => ({ default: it.SharingBar })))
const AskedBar = lazy(() => import('./asked-bar.tsx').then(it => ({ default: it.AskedBar })))

/** On every page: that one's position is shared, and who asks for it. Nothing of it is loaded where neither is so. */
export function SharingBars() {
  const { profile } = useMe()
  // Who sees all zones is a member of none.
  return isInternalAdmin(profile.role) ? null : <Bars />
}

function Bars() {
  const sharing = useMySharing()
  const { asked } = useTrackingRequests()
  return (
    <Suspense>
      {sharing && <SharingBar sharing={sharing} />}
      {asked.map(request => (
        <AskedBar key={request.id} request={request} />
      ))}
    </Suspense>
  )
}
