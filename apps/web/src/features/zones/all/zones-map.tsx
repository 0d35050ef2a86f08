import { plural, t } from '@lingui/core/macro'
import { Stack, Text, UnstyledButton } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { MapZone } from '@muster/contract/zone-lists.ts'
import { type Bounds, joinBounds } from '@muster/domain/geo/bounds.ts'
import { boundsAround } from '@muster/domain/geo/bounds-around.ts'
import { IconMapPins } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { formatCapacity, formatCount } from '../../../lib/format-count.ts'
import { readFilters, type SearchProps } from '../../../lib/search-props.ts'
import { useFeedTopic } from '../../../live/use-feed.ts'
import { type MapPerson, type MapZoneState, ZoneMap } from '../../../map/public.tsx'
import { Columns } from '../../../ui/layout/columns.tsx'
import { useIsWideScreen } from '../../../ui/layout/use-screen.ts'
import { AgeGrey } from '../../../ui/live/age-grey.tsx'
import { UnseenCount } from '../../../ui/people/inside-split.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../../ui/states/filtered-empty.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import type { ZonesSearch } from '../filter-zones.ts'
import { maxFollowed, useMapZones, useZonesInView } from './use-map-zones.ts'
import { compareZones, toZoneState } from './zone-state.ts'
import classes from './zones-map.module.css'

const zoneStateLabels: Record<MapZoneState, string> = {
  zone_over: t`over capacity`,
  zone_full: t`full`,
  zone_filling: t`nearly full`,
  zone_unseen: t`not seen`,
  zone_open: t`people inside`,
  zone_empty: t`nobody inside`,
  zone_closed: t`suspended`,
}

/** Metres shown around a single zone. */
const singleRadiusM = 500

/** Far out as clusters with their worst states, close up as shapes. Beside it, on wide screens, the zones in view. */
export function ZonesMap({ address }: { address: SearchProps<ZonesSearch> }) {
  const { search, onSearch } = address
  const { zones, bounds, more, isPending, failed, error, retry, retrying } = useMapZones(search)
  const [view, setView] = useState<Bounds>()
  const [hoveredId, setHoveredId] = useState<string>()
  const { inView, areas, shapesFailed } = useZonesInView(zones, view)
  const isWide = useIsWideScreen()
  const pins = useMemo(
    () =>
      zones.map(
        (zone): MapPerson => ({
          id: zone.id,
          name: zone.name,
          initials: '',
          state: toZoneState(zone),
          ...zone.center,
        }),
      ),
    [zones],
  )
  const all = useMemo(() => {
    const [first] = zones
    if (!first || !bounds) return
    return zones.length === 1 ? joinBounds([bounds, boundsAround(first.center, singleRadiusM)]) : bounds
  }, [zones, bounds])
  const open = useCallback(
    (zone: string | undefined) => {
      if (zone !== undefined) onSearch({ zone }, { replace: search.zone !== undefined })
    },
    [onSearch, search.zone],
  )
  const filters = readFilters(address, 'q', 'status', 'organisation')
  const pointedZone = zones.find(({ id }) => id === (hoveredId ?? search.zone))
  if (isPending) return <ListSkeleton />
  if (failed && zones.length === 0)
    return <ErrorState title={t`Failed to load zones`} error={error} onRetry={retry} retrying={retrying} />
  if (zones.length === 0)
    return filters.isSet ? (
      <FilteredEmpty title={t`No zones match`} onClear={filters.clear} />
    ) : (
      <EmptyState
        icon={IconMapPins}
        title={t`No zones yet`}
        text={t`Zones appear here once they’ve been created.`}
      />
    )
  const shown = formatCount(zones.length)
  const map = (
    <Stack gap="xs" className={classes.map}>
      <ZoneMap
        label={t`Map of all zones`}
        people={pins}
        others={areas}
        all={all}
        chosen={search.zone}
        onChoose={open}
        onHover={setHoveredId}
        onView={setView}
        note={pointedZone && <ZoneWords zone={pointedZone} />}
      />
      <Text size="xs" c="dimmed" role="status">
        {more
          ? t`The first ${shown} zones by name. Search or filter for the others.`
          : describeView(inView.length, zones.length)}
        {shapesFailed && ` ${t`Failed to load zone coordinates`}`}
      </Text>
    </Stack>
  )
  return (
    <>
      {failed && (
        <ErrorState title={t`Failed to load zones`} error={error} onRetry={retry} retrying={retrying} />
      )}
      <AgeGrey stale={failed}>
        {zones.length <= maxFollowed && zones.map(({ id }) => <FollowedZone key={id} zoneId={id} />)}
        {isWide ? (
          <Columns>
            {map}
            <ZonesInView zones={inView} chosen={search.zone} onOpen={open} onHover={setHoveredId} />
          </Columns>
        ) : (
          map
        )}
      </AgeGrey>
    </>
  )
}

function FollowedZone({ zoneId }: { zoneId: string }) {
  useFeedTopic(zoneTopic(zoneId))
  return null
}

const describeView = (inView: number, total: number) =>
  t`In view: ${formatCount(inView)} of ${formatCount(total)}`

type ListProps = {
  zones: readonly MapZone[]
  chosen: string | undefined
  onOpen: (zoneId: string) => void
  onHover: (zoneId: string | undefined) => void
}

/** The zones in view as text, the fullest first. */
function ZonesInView({ zones, chosen, onOpen, onHover }: ListProps) {
  const sorted = useMemo(() => zones.toSorted(compareZones), [zones])
  const more = sorted.length - maxFollowed
  return (
    <Stack gap="xs">
      <h2>{t`In view`}</h2>
      <ul className={classes.list} aria-label={t`Zones in view`}>
        {sorted.slice(0, maxFollowed).map(zone => (
          <InView key={zone.id} zone={zone} isOpen={zone.id === chosen} onOpen={onOpen} onHover={onHover} />
        ))}
      </ul>
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {plural(more, {
            one: '# more zone. Zoom in to see it.',
            other: '# more zones. Zoom in to see them.',
          })}
        </Text>
      )}
      {sorted.length === 0 && <Text c="dimmed">{t`No zones in view`}</Text>}
    </Stack>
  )
}

type RowProps = Omit<ListProps, 'zones' | 'chosen'> & { zone: MapZone; isOpen: boolean }

function InView({ zone, isOpen, onOpen, onHover }: RowProps) {
  useFeedTopic(zoneTopic(zone.id))
  return (
    <li>
      <UnstyledButton
        className={classes.zone}
        aria-pressed={isOpen}
        onClick={() => onOpen(zone.id)}
        onPointerEnter={() => onHover(zone.id)}
        onPointerLeave={() => onHover(undefined)}
      >
        <ZoneWords zone={zone} />
      </UnstyledButton>
    </li>
  )
}

function ZoneWords({ zone }: { zone: MapZone }) {
  const { currentOccupancy, unseenOccupancy, maxCapacity, status } = zone
  const state = toZoneState(zone)
  return (
    <>
      <Name>{zone.name}</Name>
      <Text span size="xs" c="dimmed" data-figures>
        {' '}
        {maxCapacity === null ? formatCount(currentOccupancy) : formatCapacity(currentOccupancy, maxCapacity)}
        {state !== 'zone_unseen' && ` · ${status === 'pending' ? t`pending` : zoneStateLabels[state]}`}
        {status === 'active' && unseenOccupancy > 0 && (
          <>
            {' · '}
            <UnseenCount unseen={unseenOccupancy} />
          </>
        )}
      </Text>
    </>
  )
}
