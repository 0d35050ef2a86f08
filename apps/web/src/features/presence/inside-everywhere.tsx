import type { InsideZone } from '@muster/contract/presence.ts'
import { IconAlertTriangle, IconClockExclamation, IconMap2, IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { useAskedAgain } from '../../lib/use-asked-again.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PagedGrid } from '../../ui/layout/paged-grid.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { LiveFrame } from '../../ui/live/live-frame.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { OverCapacity } from '../../ui/people/over-capacity.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './inside-everywhere.module.css'
import type { InsideSearch } from './inside-search.ts'
import { InsideTotal } from './inside-total.tsx'

/** Milliseconds between two readings of the figures: the feed sends an administrator no counts of every zone. */
const everyMs = 5_000
/** Each page that was read is read again: a list scrolled further down stays as it was read. */
const mostPages = 4
const keyOf = (zone: InsideZone) => zone.zoneId

type Props = {
  search: InsideSearch
  onSearch: (changes: InsideSearch, options?: { replace?: boolean }) => void
}

/** Inside now for internal admins: how many people are inside all zones, and the zones they are in, the overfull ones first. */
export function InsideEverywhere({ search: { q, only }, onSearch }: Props) {
  const counts = useQuery(orpc.presence.insideCounts.queryOptions())
  const text = useSettled(q?.trim())
  const list = usePages({
    ...orpc.presence.insideZones.infiniteOptions({
      input: (cursor: string | undefined) => ({ search: text, only, cursor }),
      ...byCursor,
    }),
  })
  useAskedAgain(counts.refetch, { everyMs, enabled: true })
  const pages = list.query.data?.pages.length ?? 0
  useAskedAgain(list.query.refetch, {
    everyMs,
    enabled: pages <= mostPages && !list.query.isFetchingNextPage,
  })
  const failed = counts.isError || list.failed
  const loadedAt = Math.min(counts.dataUpdatedAt, list.query.dataUpdatedAt)
  const figure = (count: number | undefined) => count ?? (counts.isError ? null : undefined)
  const filter = (value: InsideSearch['only']) => ({
    selected: only === value,
    onSelect: () => onSearch({ only: only === value ? undefined : value }, { replace: true }),
  })
  const retry = () => {
    if (counts.isError) void counts.refetch()
    if (list.failed) void list.query.refetch()
  }
  return (
    <Page
      title="Inside now"
      subtitle="All zones"
      toolbar={
        <SearchField
          label="Search zones"
          value={q ?? ''}
          onChange={text => onSearch({ q: text || undefined }, { replace: true })}
        />
      }
    >
      {failed && (
        <ErrorState
          title="Failed to load who is inside"
          onRetry={retry}
          retrying={counts.isFetching || list.query.isFetching}
          staleSince={staleSince(counts) ?? staleSince(list.query)}
        />
      )}
      <LiveFrame loadedAt={loadedAt} failed={failed} unfed>
        <div className={classes.body}>
          {counts.data && <InsideTotal counts={counts.data} />}
          <StatGrid compact>
            <StatCard
              label="With people"
              icon={IconMap2}
              value={figure(counts.data?.zones)}
              {...filter(undefined)}
            />
            <StatCard
              label="Over capacity"
              icon={IconAlertTriangle}
              value={figure(counts.data?.zonesOverCapacity)}
              {...filter('over')}
            />
            <StatCard
              label="Not seen lately"
              icon={IconClockExclamation}
              value={figure(counts.data?.zonesWithUnseen)}
              {...filter('unseen')}
            />
          </StatGrid>
          {list.query.isPending && <ListSkeleton count={3} />}
          {list.rows?.length === 0 &&
            (text || only ? (
              <FilteredEmpty
                title="No zones match"
                onClear={() => onSearch({ q: undefined, only: undefined }, { replace: true })}
              />
            ) : (
              <EmptyState
                icon={IconMapPinOff}
                title="Nobody is inside right now."
                text="Zones show here while somebody is inside. Search to open any other zone."
              />
            ))}
          <PagedGrid list={list} keyOf={keyOf} estimate={88} label="Zones">
            {zone => <ZoneInside zone={zone} />}
          </PagedGrid>
        </div>
      </LiveFrame>
    </Page>
  )
}

/** One zone as a way to the list of who is inside there. */
function ZoneInside({ zone: { zoneId, name, inside, unseen, maxCapacity, status } }: { zone: InsideZone }) {
  return (
    <Link className={classes.zone} to={paths.insideNow} search={{ zone: zoneId }}>
      <span className={classes.name} dir="auto">
        {name}
      </span>
      <span className={classes.inside}>
        {maxCapacity === null ? formatCount(inside) : formatCapacity(inside, maxCapacity)}
      </span>
      <span className={classes.facts}>
        {inside === 0 && 'Nobody inside'}
        {status !== 'active' && 'Suspended'}
        <OverCapacity inside={inside} max={maxCapacity} />
        <InsideSplit inside={inside} unseen={unseen} />
      </span>
    </Link>
  )
}
