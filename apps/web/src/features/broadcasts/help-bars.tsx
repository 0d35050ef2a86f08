import { isInternalAdmin } from '@muster/domain/role.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useOpenQuestions } from './use-open-questions.ts'

const HelpBar = lazy(async () => ({ default: (await import('./help-bar.tsx')).HelpBar }))

/** Polling interval in milliseconds while nobody has seen a call, because the feed does not publish that somebody else read an alert. */
const helpSeenDelayMs = 15_000

/** Shows the user's own calls for help on every page until they change the answer. Its code loads with the first call. */
export function HelpBars() {
  const { profile } = useMe()
  // Internal admins belong to no zone and receive no broadcasts.
  return isInternalAdmin(profile.role) ? null : <OwnCalls />
}

function OwnCalls() {
  // Nearly nobody has one, so that the calls are read only once there are any.
  const { hasOwnCalls } = useOpenQuestions()
  const { data } = useQuery({
    ...orpc.broadcasts.ownCalls.queryOptions(),
    enabled: hasOwnCalls,
    refetchInterval: ({ state }) =>
      state.data?.calls.some(({ help }) => help.seenBy.length === 0) ? helpSeenDelayMs : false,
  })
  // The details of the broadcast show the same call.
  const openId = useLocation({ select: ({ search }) => search.broadcast })
  const calls = data?.calls.filter(({ broadcastId }) => broadcastId !== openId) ?? []
  if (!hasOwnCalls || calls.length === 0) return null
  return (
    <Suspense fallback={null}>
      {calls.map(call => (
        <HelpBar key={call.broadcastId} call={call} />
      ))}
    </Suspense>
  )
}
