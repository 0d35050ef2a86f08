import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import { IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { hasCode, toNextPageError } from '../../lib/error-text.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { EnterZoneFirst } from '../auth/public.ts'

type Props<Day> = {
  zone: Pick<Zone, 'id' | 'name'>
  query: {
    readonly data: Day | undefined
    readonly error: Error | null
    readonly isPending: boolean
    readonly isError: boolean
    readonly isFetching: boolean
    readonly dataUpdatedAt: number
    readonly refetch: () => unknown
  }
  children: (day: Day) => ReactNode
}

export function DayStates<Day>({ zone, query, children }: Props<Day>) {
  const zoneName = zone.name
  if (query.isPending) return <ListSkeleton count={3} />
  if (hasCode(query.error, 'ZONE_ENTRY_REQUIRED')) {
    return (
      <EnterZoneFirst
        zone={zone}
        text={t`Enter your PIN to see ${zoneName}’s days.`}
        onEntered={() => void query.refetch()}
      />
    )
  }
  if (hasCode(query.error, 'FORBIDDEN', 'ZONE_NOT_FOUND')) return <NotAllowed />
  if (hasCode(query.error, 'NOT_ASSIGNED')) {
    return (
      <EmptyState
        icon={IconUserOff}
        title={t`Not a member of this zone`}
        text={t`You can only see days for members of ${zoneName}.`}
      />
    )
  }
  return (
    <>
      {query.isError && (
        <ErrorState
          title={t`Failed to load this day`}
          text={toNextPageError(query.error)}
          query={query}
          staleSince={getStaleSince(query)}
        />
      )}
      {query.data && children(query.data)}
    </>
  )
}
