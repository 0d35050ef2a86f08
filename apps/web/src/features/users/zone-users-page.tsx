import { Button } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import { IconHandStop, IconMapPinCheck, IconMapPinOff, IconRefresh, IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { hasCode } from '../../lib/error-text.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilteredEmpty } from '../../ui/filtered-empty.tsx'
import { NotAllowed } from '../../ui/not-allowed.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { PickZone, ZoneSelect } from './pick-zone.tsx'
import { useZoneUsers } from './use-zone-users.ts'
import { UserGrid } from './user-grid.tsx'
import { ZoneUserCard, zoneUserCardHeight } from './zone-user-card.tsx'
import { countPresence, filterMembers, isComplete } from './zone-user-words.ts'

type Props = { q: string | undefined; onSearch: (q: string | undefined) => void }

/** Zone Users: where the people of the zone are. People with incomplete names or e-mail are skipped. */
export function ZoneUsersPage({ q, onSearch }: Props) {
  const { zone, availableZones, role, isZoneBound, select } = useSelectedZone()
  const allowed = can(role, 'view_zone_users')
  const query = useZoneUsers(zone?.id, allowed)
  const users = useMemo(() => query.data?.users.filter(isComplete), [query.data])

  if (!allowed) {
    return (
      <Page title="Zone Users">
        <NotAllowed title="You do not have permission to view users in this zone" />
      </Page>
    )
  }
  if (!zone) {
    return (
      <Page title="Zone Users">
        <PickZone zones={availableZones} onPick={isZoneBound ? undefined : id => select(id)} />
      </Page>
    )
  }
  const counts = users && countPresence(users)
  const shown = users ? filterMembers(users, { q }) : []
  const figure = (value: number | undefined) => value ?? (query.isError ? null : undefined)

  return (
    <Page
      title="Zone Users"
      count={users?.length}
      countLabel="users"
      subtitle={zone.name}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zones={availableZones} value={zone.id} onPick={id => select(id)} />}
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => void query.refetch()}
            disabled={query.isFetching}
          >
            Refresh
          </Button>
        </>
      }
      toolbar={
        <SearchField
          label="Search by name or email"
          value={q ?? ''}
          onChange={text => onSearch(text || undefined)}
        />
      }
    >
      <StatGrid>
        <StatCard label="Total Users" icon={IconUsers} value={figure(counts?.all)} />
        <StatCard label="Inside Zone" icon={IconMapPinCheck} value={figure(counts?.inside)} />
        <StatCard label="Outside Zone" icon={IconMapPinOff} value={figure(counts?.outside)} />
        <StatCard label="Active Requests" icon={IconHandStop} value={0} />
      </StatGrid>
      {query.isPending && <ListSkeleton />}
      {query.isError &&
        (hasCode(query.error, 'VIEW_USERS_FORBIDDEN', 'FORBIDDEN') ? (
          <NotAllowed title="You do not have permission to view users in this zone" />
        ) : (
          <ErrorState
            title="Failed to load zone users"
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            staleSince={users && new Date(query.dataUpdatedAt).toISOString()}
          />
        ))}
      {users?.length === 0 && (
        <EmptyState icon={IconUsers} title="No users found" text="No users assigned to this zone yet." />
      )}
      {users && users.length > 0 && shown.length === 0 && (
        <FilteredEmpty
          title="No users found"
          text="No users match your search criteria."
          onClear={() => onSearch(undefined)}
        />
      )}
      {shown.length > 0 && (
        <UserGrid
          items={shown}
          keyOf={user => user.userId}
          cardHeight={zoneUserCardHeight}
          label={`Users in ${zone.name}`}
        >
          {user => <ZoneUserCard user={user} />}
        </UserGrid>
      )}
    </Page>
  )
}
