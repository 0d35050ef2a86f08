import { plural, t } from '@lingui/core/macro'
import { Button, SegmentedControl } from '@mantine/core'
import type { ListedZone, Zone } from '@muster/contract/zones.ts'
import { can } from '@muster/domain/permission.ts'
import { isInternalAdmin, isZoneManager } from '@muster/domain/role.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { IconMap2, IconMapPinPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { isNotFound } from '../../lib/error-text.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'
import { paths } from '../../lib/paths.ts'
import { readDetails, readFilters, type SearchProps } from '../../lib/search-props.ts'
import { toListedZones, useOwnZones } from '../../lib/session/use-own-zones.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePageRequest } from '../../lib/use-page-request.ts'
import { type SelectableList, usePages } from '../../lib/use-pages.ts'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { OrganisationFilter, useOrganisations, ZoneRequestsLink } from '../organisations/public.ts'
import { ZoneCheck } from '../presence/public.ts'
import { sortZones } from './all/sort-zones.ts'
import { readZoneOrder } from './all/zone-order.tsx'
import { ZoneRows } from './all/zone-rows.tsx'
import { ZonesMap } from './all/zones-map.tsx'
import { createZoneRequest } from './create-zone-request.ts'
import { ZoneDistance } from './detail/zone-distance.tsx'
import { ZoneDrawer } from './detail/zone-drawer.tsx'
import { CreateZoneButton, useCreateZoneDialogs } from './drawing/create-zone-buttons.tsx'
import { GetLocation } from './drawing/get-location.tsx'
import { filterZones, type ZonesSearch } from './filter-zones.ts'
import { ZoneFileMenu } from './import/zone-file-menu.tsx'
import { NoOwnZones } from './no-own-zones.tsx'
import { useZoneActions } from './use-zone-acts.ts'
import { useZoneDialogs } from './use-zone-dialogs.tsx'
import { ViewZoneButton } from './view-zone-button.tsx'
import { ZoneCard, zoneCardListProps } from './zone-card.tsx'

/** A row of the list. Zones in the list of all zones have no shape; the person's own zones do. */
type ZoneRow = ListedZone | Zone
const statusNames = { active: t`Active`, pending: t`Pending`, suspended: t`Suspended` } as const

/** Internal admins see every zone, paginated and searched by the server. Others see the selected zone, or their own (`useOwnZones`). */
function useVisibleZones(zonesSearch: ZonesSearch): {
  list: SelectableList<ZoneRow>
  /** The number of all zones; undefined until known. */
  total: number | undefined
  /** The number of those that match the search and filters. */
  matching: number | undefined
  isSortable: boolean
} {
  const { q, status, organisation } = zonesSearch
  const { profile } = useMe()
  const seesAllZones = isInternalAdmin(profile.role)
  const zoneSelection = useSelectedZone()
  const ownZones = useOwnZones(q, { enabled: !seesAllZones })
  const search = useDebouncedText(q)
  const list = usePages(
    orpc.zones.all,
    { search, status, organisationId: organisation, ...readZoneOrder(zonesSearch) },
    { hasLargePages: true, enabled: seesAllZones && zonesSearch.view !== 'map' },
  )
  const countsQuery = useQuery({ ...orpc.zones.counts.queryOptions(), enabled: seesAllZones })
  const isNarrowed = Boolean(search || status || organisation)
  const matchingQuery = useQuery({
    ...orpc.zones.counts.queryOptions({ input: { search, status, organisationId: organisation } }),
    enabled: seesAllZones && isNarrowed,
    placeholderData: keepPreviousData,
  })
  if (seesAllZones) {
    const loadedCount = list.complete ? list.rows?.length : undefined
    const total = countsQuery.data?.all ?? (isNarrowed ? undefined : loadedCount)
    return {
      list,
      total,
      matching: isNarrowed ? (matchingQuery.data?.all ?? loadedCount) : total,
      isSortable: true,
    }
  }
  const showsOnlySelected = zoneSelection.zone && isZoneManager(zoneSelection.role)
  const zones = showsOnlySelected && zoneSelection.zone ? [zoneSelection.zone] : zoneSelection.availableZones
  // All own zones are active, so any other status yields none.
  const isOwn = !showsOnlySelected && (status === undefined || status === 'active')
  const ownList = isOwn ? ownZones : toListedZones(zoneSelection, filterZones(zones, { q, status }))
  // A long list arrives page by page, and always by name.
  const isSortable = !zoneSelection.hasMore && can(profile.role, 'create_zones')
  const total = zoneSelection.status === 'loaded' ? (showsOnlySelected ? 1 : zoneSelection.total) : undefined
  return {
    list:
      isSortable && ownList.rows
        ? { ...ownList, rows: sortZones(ownList.rows, readZoneOrder(zonesSearch)) }
        : ownList,
    isSortable,
    total,
    matching: q || status ? (ownList.complete ? ownList.rows?.length : undefined) : total,
  }
}

/** Returns the zone whose details are open: from the loaded rows if they include its shape, otherwise fetched. */
function useOpenedZone(zones: readonly ZoneRow[], zoneId: string | undefined) {
  const listedZone = zones.find(({ id }) => id === zoneId)
  const loadedZone = listedZone && 'shape' in listedZone ? listedZone : undefined
  const query = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId: zoneId ?? '' } }),
    enabled: zoneId !== undefined && loadedZone === undefined,
  })
  const zone = loadedZone ?? (zoneId === undefined ? undefined : query.data)
  return {
    zone,
    listed: listedZone,
    missing: zone === undefined && isNotFound(query.error),
    failed: zone === undefined && query.isError,
    refetch: () => void query.refetch(),
    error: query.error,
    asking: query.isFetching,
  }
}

/** Admins see rows or a map of all, others cards. */
export function ZonesPage(address: SearchProps<ZonesSearch>) {
  const { search, onSearch } = address
  const { profile } = useMe()
  const { list, total, matching, isSortable } = useVisibleZones(search)
  const { create, dialogs: createDialogs } = useCreateZoneDialogs()
  const { open, dialogs } = useZoneDialogs()
  const [currentPosition, setCurrentPosition] = useState<PositionReading>()
  const getAllowedActions = useZoneActions()
  // Uses the account's own role, as the server does: a role in a zone does not allow creating zones.
  const mayCreate = can(profile.role, 'create_zones')
  const details = readDetails(address, 'zone')
  const openedZone = useOpenedZone(list.rows ?? [], search.zone)
  const count = matching ?? 0
  const isEmpty = list.rows !== undefined && total === 0
  // A single zone needs no search, but a filter from the URL must be visible and removable.
  const isWorthSearching =
    isInternalAdmin(profile.role) || total !== 1 || search.q !== undefined || search.status !== undefined
  usePageRequest(createZoneRequest, mayCreate, () => create('normal'))
  const seesAll = isInternalAdmin(profile.role)
  const { several } = useOrganisations()
  const createButton = <CreateZoneButton create={create} />

  const zoneDistance = (zone: ZoneRow) => <ZoneDistance zone={zone} here={currentPosition} />
  const renderCard = (zone: ZoneRow) => (
    <ZoneCard
      zone={zone}
      showCreated
      actions={
        <>
          <ViewZoneButton zone={zone} {...details.row(zone.id)} />
          {/* People without the rows see only their own zones, which have shapes. */}
          {getAllowedActions(zone.id).edit && 'shape' in zone && (
            <Button
              variant="default"
              onClick={() => open('edit', zone)}
              aria-label={t`Edit ${{ name: zone.name }}`}
            >
              {t`Edit`}
            </Button>
          )}
        </>
      }
    >
      {zoneDistance(zone)}
      <ZoneCheck zone={zone} screen="zone" onlyOnceChecked />
    </ZoneCard>
  )

  const listProps = {
    list,
    failure: t`Failed to load zones`,
    empty: mayCreate ? (
      <EmptyState
        icon={IconMapPinPlus}
        title={t`No zones yet`}
        text={t`A zone is an area on the map. Create the first one, then add people to it by their user code.`}
      >
        {createButton}
      </EmptyState>
    ) : (
      <NoOwnZones />
    ),
    filters: total === 0 ? undefined : readFilters(address, 'q', 'status', 'organisation'),
    emptyTexts: [t`No zones match`] as const,
  }

  return (
    <Page
      title={t`Zone Presence`}
      count={matching}
      countLabel={plural(count, { one: 'zone', other: 'zones' })}
      // The empty state has its own button, so the header shows none.
      action={mayCreate && !isEmpty && createButton}
      toolbar={
        isWorthSearching && (
          <>
            <ListSearch label={t`Search zones`} beside {...address} />
            <FilterSelect
              {...address}
              field="status"
              label={t`Status`}
              all={t`All statuses`}
              choices={zoneStatuses.map(value => ({ value, label: statusNames[value] }))}
              style={{ flex: '0 1 9.25rem' }}
            />
            {seesAll && several && (
              <OrganisationFilter
                value={search.organisation}
                onChange={organisation => onSearch({ organisation }, { replace: true })}
              />
            )}
            {mayCreate && (
              <SegmentedControl
                aria-label={t`Show zones as`}
                data={[
                  { value: 'list', label: t`List` },
                  { value: 'map', label: t`Map` },
                ]}
                value={search.view ?? 'list'}
                onChange={value => onSearch({ view: value === 'map' ? 'map' : undefined })}
                styles={{ label: { minHeight: 36, display: 'grid', alignItems: 'center' } }}
              />
            )}
          </>
        )
      }
      secondary={
        <>
          <GetLocation here={currentPosition} onLocate={setCurrentPosition} />
          <PageLink to={paths.zoneMap} icon={IconMap2}>
            {t`Zone Map Viewer`}
          </PageLink>
          <ZoneRequestsLink />
          {(mayCreate || can(profile.role, 'edit_zones')) && (
            <ZoneFileMenu onImport={mayCreate ? () => create('import') : undefined} />
          )}
        </>
      }
    >
      {mayCreate && search.view === 'map' ? (
        <ZonesMap address={address} />
      ) : mayCreate ? (
        <ZoneRows
          {...listProps}
          address={address}
          matching={matching}
          open={open}
          openRow={details.row}
          renderDistance={zoneDistance}
          isSortable={isSortable}
        />
      ) : (
        <List {...listProps} skeleton={<CardGridSkeleton />} {...zoneCardListProps}>
          {renderCard}
        </List>
      )}
      <ZoneDrawer drawer={details.drawer} opened={openedZone} screen="zone" open={open} />
      {dialogs}
      {mayCreate && createDialogs}
    </Page>
  )
}
