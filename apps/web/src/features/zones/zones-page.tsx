import { Button, Select } from '@mantine/core'
import type { ListedZone, Zone } from '@muster/contract/zones.ts'
import { can } from '@muster/domain/permission.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { IconMap2, IconMapPinPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { isNotThere } from '../../lib/error-text.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'
import { paths } from '../../lib/paths.ts'
import { useOwnZones } from '../../lib/session/use-own-zones.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { CardGridSkeleton, ListSkeleton } from '../../ui/states/skeletons.tsx'
import { ZoneCheck } from '../presence/public.ts'
import { CreateZoneButton, OtherWaysToCreate, useCreateZoneDialogs } from './create-zone-buttons.tsx'
import { filterZones, type ZonesSearch } from './filter-zones.ts'
import { GetLocation } from './get-location.tsx'
import { NoOwnZones } from './no-own-zones.tsx'
import { useZoneActs } from './use-zone-acts.ts'
import { type OpenAct, useZoneDialogs } from './use-zone-dialogs.tsx'
import { ViewZoneButton } from './view-zone-button.tsx'
import { ZoneCard } from './zone-card.tsx'
import { ZoneCards } from './zone-cards.tsx'
import { ZoneDetails } from './zone-details.tsx'
import { ZoneDistance } from './zone-distance.tsx'
import { ZoneFileMenu } from './zone-file-menu.tsx'
import { ZoneNotFound } from './zone-not-found.tsx'

type Props = {
  search: ZonesSearch
  /** Changes the address: `replace` for typing, a new entry for opening details. */
  onSearch: (changes: ZonesSearch, options?: { replace?: boolean }) => void
}

/** Of all zones a list holds no shapes; of one's own they are at hand. */
type Row = ListedZone | Zone
const statusNames = { active: 'Active', pending: 'Pending', suspended: 'Suspended' } as const

/**
 * Internal admins see every zone, page by page, found by the server; a zone manager the selected one, the others those they
 * are assigned to, found here.
 */
function useVisibleZones({ q, status: wanted }: ZonesSearch) {
  const { profile } = useMe()
  const seesAll = isInternalAdmin(profile.role)
  const mine = useSelectedZone()
  const own = useOwnZones(q, { enabled: !seesAll })
  const text = useSettled(q)
  const list = usePages({
    ...orpc.zones.all.infiniteOptions({
      input: (cursor: string | undefined) => ({ search: text, status: wanted, cursor }),
      ...byCursor,
    }),
    enabled: seesAll,
  })
  const counts = useQuery({ ...orpc.zones.counts.queryOptions(), enabled: seesAll })
  if (seesAll) {
    const status = list.rows ? 'loaded' : list.failed ? 'failed' : 'loading'
    const total = counts.data?.all ?? (list.complete && !text && !wanted ? list.rows?.length : undefined)
    return {
      list,
      zones: list.rows ?? [],
      shown: list.rows ?? [],
      total,
      status,
      retry: () => void list.query.refetch(),
      retrying: list.query.isFetching,
      // A failed reload keeps showing what was there, with its age.
      staleSince: list.failed ? staleSince(list.query) : undefined,
      loadedAt: list.query.dataUpdatedAt,
    } as const
  }
  const onlySelected = mine.zone && (mine.role === 'zone_manager_rw' || mine.role === 'zone_manager_ro')
  const zones = onlySelected && mine.zone ? [mine.zone] : mine.availableZones
  const total = mine.status === 'loaded' ? (onlySelected ? 1 : mine.total) : undefined
  // All of these are active: of another status there is none.
  if (own.list && !onlySelected && (wanted === undefined || wanted === 'active'))
    return { ...mine, ...own, zones: own.zones, shown: own.zones, total }
  const shown = filterZones(zones, { q, status: wanted })
  return { ...mine, list: undefined, zones, shown, total }
}

/** The zone whose details are open: out of those at hand, else asked for. */
function useOpenedZone(zones: readonly Row[], zoneId: string | undefined) {
  const listed = zones.find(({ id }) => id === zoneId)
  const atHand = listed && 'shape' in listed ? listed : undefined
  const asked = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId: zoneId ?? '' } }),
    enabled: zoneId !== undefined && atHand === undefined,
  })
  const zone = atHand ?? (zoneId === undefined ? undefined : asked.data)
  return {
    zone,
    listed,
    missing: zone === undefined && isNotThere(asked.error),
    failed: zone === undefined && asked.isError,
    askAgain: () => void asked.refetch(),
    asking: asked.isFetching,
    askedAt: atHand ? undefined : asked.dataUpdatedAt,
  }
}

/** Zone Presence: the list of zones with search, status filter, Check Position and View. */
export function ZonesPage({ search, onSearch }: Props) {
  const { profile } = useMe()
  const {
    list,
    zones,
    shown,
    total,
    status,
    retry,
    retrying,
    staleSince: age,
    loadedAt,
  } = useVisibleZones(search)
  const { create, dialogs: createDialogs } = useCreateZoneDialogs()
  const { open, dialogs } = useZoneDialogs()
  const [here, setHere] = useState<PositionReading>()
  const acts = useZoneActs()
  // By the account's own role, as the server asks: a zone role creates no further zones.
  const mayCreate = can(profile.role, 'create_zones')
  const opened = useOpenedZone(zones, search.zone)
  const isEmpty = status === 'loaded' && total === 0
  // One's only zone needs no search, but a filter that came with the address must be seen, and can be taken back.
  const isWorthSearching =
    list !== undefined || total !== 1 || search.q !== undefined || search.status !== undefined
  const createButton = <CreateZoneButton create={create} />

  const card = (zone: Row) => (
    <ZoneCard
      zone={zone}
      showCreated
      actions={
        <>
          <ViewZoneButton
            zone={zone}
            isOpen={zone.id === search.zone}
            // From one to the next is no further step to come back from.
            onOpen={() => onSearch({ zone: zone.id }, { replace: search.zone !== undefined })}
          />
          <CardActs zone={zone} may={acts(zone.id)} isSuper={profile.role === 'super_admin'} open={open} />
        </>
      }
    >
      <ZoneDistance zone={zone} here={here} />
      <ZoneCheck zone={zone} screen="zone" onlyOnceChecked />
    </ZoneCard>
  )

  return (
    <Page
      title="Zone Presence"
      count={total}
      countLabel={total === 1 ? 'zone' : 'zones'}
      // With no zone, the empty place has the button: never two.
      action={mayCreate && !isEmpty && createButton}
      live={{ loadedAt, failed: age !== undefined }}
      toolbar={
        isWorthSearching && (
          <>
            <SearchField
              label="Search zones"
              beside
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
              style={{ flex: '0 1 9.25rem' }}
            />
          </>
        )
      }
      secondary={
        <>
          <GetLocation found={here} onFound={setHere} />
          <PageLink to={paths.zoneMap} icon={IconMap2}>
            Zone Map Viewer
          </PageLink>
          {mayCreate && <OtherWaysToCreate create={create} />}
          {(mayCreate || can(profile.role, 'edit_zones')) && (
            <ZoneFileMenu onImport={mayCreate ? () => create('import') : undefined} />
          )}
        </>
      }
    >
      {status === 'loading' && <CardGridSkeleton />}
      {(status === 'failed' || age) && (
        <ErrorState title="Failed to load zones" onRetry={retry} retrying={retrying} staleSince={age} />
      )}
      {isEmpty && !mayCreate && <NoOwnZones />}
      {isEmpty && mayCreate && (
        <EmptyState
          icon={IconMapPinPlus}
          title="No zones yet"
          text="A zone is an area on the map. Create the first one, then add people to it by their user code."
        >
          {createButton}
        </EmptyState>
      )}
      {status === 'loaded' && !isEmpty && shown.length === 0 && (
        <FilteredEmpty
          title="No zones match"
          onClear={() => onSearch({ q: undefined, status: undefined }, { replace: true })}
        />
      )}
      <ZoneCards zones={shown} list={list}>
        {card}
      </ZoneCards>
      <DetailDrawer
        opened={search.zone !== undefined && Boolean(opened.zone || opened.listed || opened.failed)}
        onClose={() => onSearch({ zone: undefined }, { replace: true })}
        title={(opened.zone ?? opened.listed)?.name ?? 'Zone'}
        of={search.zone}
      >
        {opened.zone ? (
          <ZoneDetails
            zone={opened.zone}
            live={{ loadedAt: opened.askedAt ?? loadedAt }}
            screen="zone"
            open={open}
          />
        ) : opened.missing ? (
          <ZoneNotFound />
        ) : opened.failed ? (
          <ErrorState
            title="Failed to load zone details"
            onRetry={opened.askAgain}
            retrying={opened.asking}
          />
        ) : (
          <ListSkeleton count={3} />
        )}
      </DetailDrawer>
      {dialogs}
      {mayCreate && createDialogs}
    </Page>
  )
}

type CardActsProps = {
  zone: Row
  may: ReturnType<ReturnType<typeof useZoneActs>>
  isSuper: boolean
  open: OpenAct
}

/** Delete for those who may; Edit for the others who may. The users of any zone are for super admins here. */
function CardActs({ zone, may, isSuper, open }: CardActsProps) {
  const button = (onClick: () => void, label: string, name: string) => (
    <Button variant="default" onClick={onClick} aria-label={name}>
      {label}
    </Button>
  )
  return (
    <>
      {isSuper && button(() => open('users', zone), 'View Zone Users', `View Zone Users of ${zone.name}`)}
      {isSuper &&
        button(() => open('add-user', zone), 'Add User by Code', `Add User by Code to ${zone.name}`)}
      {may.remove && button(() => open('delete', zone), 'Delete', `Delete ${zone.name}`)}
      {/* Who edits and does not delete sees only their own zones, with their shapes. */}
      {!may.remove &&
        may.edit &&
        'shape' in zone &&
        button(() => open('edit', zone), 'Edit', `Edit ${zone.name}`)}
    </>
  )
}
