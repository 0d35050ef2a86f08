import { Button } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import { IconHandStop, IconMapPinCheck, IconMapPinOff, IconRefresh, IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { InvitedCard } from './invited-card.tsx'
import { PickZone, ZoneSelect } from './pick-zone.tsx'
import { useZoneUsers } from './use-zone-users.ts'
import { ZoneUserCard, zoneUserCardEstimate } from './zone-user-card.tsx'
import { NoViewOfUsers, ZoneUserList } from './zone-user-list.tsx'
import { countPresence, filterMembers, hasEntered, isComplete } from './zone-user-words.ts'

type Props = { q: string | undefined; onSearch: (q: string | undefined) => void }

/** Zone Users: where the people of the zone are. People with incomplete names or e-mail are skipped. */
export function ZoneUsersPage({ q, onSearch }: Props) {
  const { zone, availableZones, role, isZoneBound, select } = useSelectedZone()
  const allowed = can(role, 'view_zone_users')
  const now = useNow()
  const { query, renewPictures } = useZoneUsers(zone?.id, allowed)
  const users = useMemo(
    () => query.data && [...query.data.invited, ...query.data.users].filter(isComplete),
    [query.data],
  )

  if (!allowed) {
    return (
      <Page title="Zone Users">
        <NoViewOfUsers />
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
  const counts = users && countPresence(users, now)
  const shown = users ? filterMembers(users, { q }) : []
  const figure = (value: number | undefined) => value ?? (query.isError ? null : undefined)

  return (
    <Page
      title="Zone Users"
      count={users?.length}
      countLabel="users"
      subtitle={zone.name}
      live={{ loadedAt: query.dataUpdatedAt, failed: query.isError }}
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
        <StatCard
          label="Inside Zone"
          icon={IconMapPinCheck}
          value={figure(counts?.inside)}
          hint={counts && <InsideSplit {...counts} />}
        />
        <StatCard label="Outside Zone" icon={IconMapPinOff} value={figure(counts?.outside)} />
        <StatCard label="Active Requests" icon={IconHandStop} value={0} />
      </StatGrid>
      <ZoneUserList
        zoneName={zone.name}
        query={query}
        users={users}
        shown={shown}
        onClearFilters={() => onSearch(undefined)}
        emptyText="No users assigned to this zone yet."
        cardEstimate={zoneUserCardEstimate}
      >
        {user =>
          hasEntered(user) ? (
            <ZoneUserCard user={user} onImageError={renewPictures} />
          ) : (
            <InvitedCard user={user} />
          )
        }
      </ZoneUserList>
    </Page>
  )
}
