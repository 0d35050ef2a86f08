import { staleSince } from '../../lib/stale-since.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import type { useZonePerson } from './use-zone-person.ts'

/** Stands for facts of a person that are being read or could not be; nothing once they are there. */
export function MemberReading({ query }: Pick<ReturnType<typeof useZonePerson>, 'query'>) {
  if (query.isPending) return <ListSkeleton count={2} />
  if (!query.isError) return null
  return (
    <ErrorState
      title="Failed to load user information"
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      staleSince={staleSince(query)}
    />
  )
}
