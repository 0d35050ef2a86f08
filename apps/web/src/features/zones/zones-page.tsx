import { Button, Select } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { can } from '@muster/domain/permission.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { IconMapPinPlus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { ZoneCheck } from '../presence/public.ts'
import { CreateZoneDialog } from './create-zone-dialog.tsx'
import { filterZones, type ZonesSearch } from './filter-zones.ts'
import { GetLocation } from './get-location.tsx'
import { ZoneCard, zoneCardEstimate } from './zone-card.tsx'
import { ZoneDetails } from './zone-details.tsx'
import { ZoneNotFound } from './zone-not-found.tsx'

type Props = {
  search: ZonesSearch
  /** Changes the address: `replace` for typing, a new entry for opening details. */
  onSearch: (changes: ZonesSearch, options?: { replace?: boolean }) => void
}

const statusNames = { active: 'Active', pending: 'Pending', suspended: 'Suspended' } as const

/** Internal admins see every zone; a zone manager the selected one; the others those they are assigned to. */
function useVisibleZones() {
  const { profile } = useMe()
  const seesAll = isInternalAdmin(profile.role)
  const mine = useSelectedZone()
  const all = useQuery({ ...orpc.zones.all.queryOptions(), enabled: seesAll })
  if (seesAll) {
    const status = all.data ? 'loaded' : all.isError ? 'failed' : 'loading'
    return {
      zones: all.data?.zones ?? [],
      status,
      retry: () => void all.refetch(),
      retrying: all.isFetching,
      // A failed reload keeps showing what was there, with its age.
      staleSince: staleSince(all),
      loadedAt: all.dataUpdatedAt,
    } as const
  }
  const onlySelected = mine.zone && (mine.role === 'zone_manager_rw' || mine.role === 'zone_manager_ro')
  const zones: Zone[] = onlySelected && mine.zone ? [mine.zone] : mine.availableZones
  return { ...mine, zones }
}

/** Zone Presence: the list of zones with search, status filter, Check Position and View. */
export function ZonesPage({ search, onSearch }: Props) {
  const { profile } = useMe()
  const { zones, status, retry, retrying, staleSince: age, loadedAt } = useVisibleZones()
  const [creating, setCreating] = useState(false)
  // By the account's own role, as the server asks: a zone role creates no further zones.
  const mayCreate = can(profile.role, 'create_zones')
  const shown = filterZones(zones, search)
  const opened = zones.find(({ id }) => id === search.zone)
  const createButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
      Create Zone
    </Button>
  )

  return (
    <Page
      title="Zone Presence"
      count={status === 'loaded' ? zones.length : undefined}
      countLabel={zones.length === 1 ? 'zone' : 'zones'}
      // With no zone, the empty place has the button: never two.
      action={mayCreate && !(status === 'loaded' && zones.length === 0) && createButton}
      live={{ loadedAt, failed: age !== undefined }}
      toolbar={
        <>
          <SearchField
            label="Search zones"
            value={search.q ?? ''}
            onChange={q => onSearch({ q: q || undefined }, { replace: true })}
          />
          <Select
            aria-label="Status"
            data={[
              { value: 'all', label: 'All statuses' },
              ...zoneStatuses.map(value => ({ value, label: statusNames[value] })),
            ]}
            value={search.status ?? 'all'}
            onChange={value =>
              onSearch({ status: zoneStatuses.find(one => one === value) }, { replace: true })
            }
            allowDeselect={false}
            w={170}
          />
        </>
      }
      secondary={<GetLocation />}
    >
      {status === 'loading' && <CardGridSkeleton />}
      {(status === 'failed' || age) && (
        <ErrorState title="Failed to load zones" onRetry={retry} retrying={retrying} staleSince={age} />
      )}
      {status === 'loaded' && zones.length === 0 && (
        <EmptyState
          icon={IconMapPinPlus}
          title="No zones yet"
          text={
            mayCreate
              ? 'A zone is an area on the map. Create the first one, then add people to it by their user code.'
              : 'You are not assigned to any zones yet. Contact your administrator to get zone access.'
          }
        >
          {mayCreate && createButton}
        </EmptyState>
      )}
      {status === 'loaded' && zones.length > 0 && shown.length === 0 && (
        <FilteredEmpty
          title="No zones match"
          onClear={() => onSearch({ q: undefined, status: undefined }, { replace: true })}
        />
      )}
      {shown.length > 0 && (
        <VirtualGrid items={shown} keyOf={zone => zone.id} estimate={zoneCardEstimate}>
          {zone => (
            <ZoneCard
              zone={zone}
              showCreated
              actions={
                <Button
                  variant="default"
                  onClick={() => onSearch({ zone: zone.id })}
                  aria-label={`View ${zone.name}`}
                >
                  View
                </Button>
              }
            >
              <ZoneCheck zone={zone} screen="zone" onlyOnceChecked />
            </ZoneCard>
          )}
        </VirtualGrid>
      )}
      <DetailDrawer
        opened={search.zone !== undefined && (opened !== undefined || status === 'loaded')}
        onClose={() => onSearch({ zone: undefined }, { replace: true })}
        title={opened?.name ?? 'Zone'}
      >
        {opened ? <ZoneDetails zone={opened} screen="zone" /> : <ZoneNotFound />}
      </DetailDrawer>
      {mayCreate && <CreateZoneDialog opened={creating} onClose={() => setCreating(false)} />}
    </Page>
  )
}
