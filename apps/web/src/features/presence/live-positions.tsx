import { t } from '@lingui/core/macro'
import type { LivePosition } from '@muster/contract/presence.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orpc } from '../../lib/api.ts'
import { isRefusal } from '../../lib/error-text.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'

type Props = {
  zoneId: string
  children: (people: readonly LivePosition[]) => ReactNode
}

/** Only for people who may track live locations; the server logs each view. */
export function LivePositions({ zoneId, children }: Props) {
  useFeedTopic(zoneTopic(zoneId))
  const positions = useQuery(orpc.presence.positions.queryOptions({ input: { zoneId } }))
  if (positions.isPending) return <ListSkeleton count={3} />
  // Show nothing after a refusal, such as a missing permission or PIN, because the component beside this one explains it.
  if (isRefusal(positions.error)) return null
  return (
    <>
      {positions.isError && <ErrorState title={t`Failed to load positions`} query={positions} />}
      {positions.data && <AgeGrey stale={positions.isError}>{children(positions.data.people)}</AgeGrey>}
    </>
  )
}
