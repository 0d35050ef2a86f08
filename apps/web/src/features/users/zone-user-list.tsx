import type { ZonePerson } from '@muster/contract/users.ts'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { hasCode } from '../../lib/error-text.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { PagedGrid } from '../../ui/layout/paged-grid.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { usePresenceNews } from './use-presence-news.ts'
import type { ZonePeople } from './use-zone-people.ts'

type Props = {
  zoneName: string
  zonePeople: ZonePeople
  onClearFilters: () => void
  /** For a zone without people. */
  emptyText: string
  emptyAction?: ReactNode
  cardEstimate: number
  children: (user: ZonePerson) => ReactNode
}

const keyOf = (person: ZonePerson) => person.userId

/** The people of a zone as cards, in every state: loading, failed, not allowed, nobody, nobody found. */
export function ZoneUserList({ zoneName, zonePeople, cardEstimate, children, ...props }: Props) {
  const { people, total, isEmpty } = zonePeople
  const { query, rows, failed } = people
  usePresenceNews(rows, zoneName)
  return (
    <>
      {query.isPending && <ListSkeleton />}
      {failed &&
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
      {rows?.length === 0 && isEmpty && (
        <EmptyState icon={IconUsers} title="No users found" text={props.emptyText}>
          {props.emptyAction}
        </EmptyState>
      )}
      {rows?.length === 0 && !isEmpty && !query.isPlaceholderData && (
        <FilteredEmpty
          title="No users found"
          text="No users match your search criteria."
          onClear={props.onClearFilters}
        />
      )}
      <PagedGrid
        list={people}
        total={total}
        keyOf={keyOf}
        estimate={cardEstimate}
        minColumn={260}
        gap={12}
        label={`Users in ${zoneName}`}
      >
        {children}
      </PagedGrid>
    </>
  )
}

/** The role does not see who the people of a zone are. */
export function NoViewOfUsers() {
  return <NotAllowed title="You do not have permission to view users in this zone" />
}
