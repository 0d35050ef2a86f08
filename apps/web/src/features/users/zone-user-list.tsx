import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { hasCode } from '../../lib/error-text.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { usePresenceNews } from './use-presence-news.ts'
import type { useZoneUsers } from './use-zone-users.ts'
import type { ZonePerson } from './zone-user-words.ts'

type Props = {
  zoneName: string
  query: ReturnType<typeof useZoneUsers>['query']
  /** Everybody the screen counts; undefined until loaded. */
  users: readonly ZonePerson[] | undefined
  /** Those the search and the filters leave. */
  shown: readonly ZonePerson[]
  onClearFilters: () => void
  /** For a zone without people. */
  emptyText: string
  emptyAction?: ReactNode
  cardEstimate: number
  children: (user: ZonePerson) => ReactNode
}

/** The people of a zone as cards, in every state: loading, failed, not allowed, nobody, nobody found. */
export function ZoneUserList({ zoneName, query, users, shown, cardEstimate, children, ...props }: Props) {
  usePresenceNews(query.data?.users, zoneName)
  return (
    <>
      {query.isPending && <ListSkeleton />}
      {query.isError &&
        (hasCode(query.error, 'VIEW_USERS_FORBIDDEN', 'FORBIDDEN') ? (
          <NoViewOfUsers />
        ) : (
          <ErrorState
            title="Failed to load zone users"
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            staleSince={staleSince(query)}
          />
        ))}
      {users?.length === 0 && (
        <EmptyState icon={IconUsers} title="No users found" text={props.emptyText}>
          {props.emptyAction}
        </EmptyState>
      )}
      {users && users.length > 0 && shown.length === 0 && (
        <FilteredEmpty
          title="No users found"
          text="No users match your search criteria."
          onClear={props.onClearFilters}
        />
      )}
      {shown.length > 0 && (
        <VirtualGrid
          items={shown}
          keyOf={user => user.userId}
          estimate={cardEstimate}
          minColumn={300}
          label={`Users in ${zoneName}`}
        >
          {children}
        </VirtualGrid>
      )}
    </>
  )
}

/** The role does not see who the people of a zone are. */
export function NoViewOfUsers() {
  return <NotAllowed title="You do not have permission to view users in this zone" />
}
