import { t } from '@lingui/core/macro'
import { Flex, Stack, Text } from '@mantine/core'
import type { InsideZone } from '@muster/contract/presence.ts'
import { IconAlertTriangle, IconClockExclamation, IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { readFilters } from '../../lib/search-props.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { OverCapacity } from '../../ui/people/over-capacity.tsx'
import { sitePartsText } from '../../ui/people/site-sum.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './inside-everywhere.module.css'
import type { InsideProps, InsideSearch } from './inside-search.ts'
import { InsideTotal } from './inside-total.tsx'

/** Milliseconds. The counts are polled, because the feed does not send administrators those of every zone. */
const refetchIntervalMs = 5_000
/** Maximum number of loaded pages to poll. A list scrolled further down is not refreshed. */
const maxPages = 4
const toKey = (zone: InsideZone) => zone.zoneId

/** Inside Now for internal admins: the number of people inside all zones, and the zones they are in, those over capacity first. */
export function InsideEverywhere(address: InsideProps) {
  const {
    search: { q, only },
    onSearch,
  } = address
  const counts = useQuery(orpc.presence.insideCounts.queryOptions())
  const searchText = useDebouncedText(q?.trim())
  const list = usePages(orpc.presence.insideZones, { search: searchText, only })
  useRefetchInterval(counts.refetch, { everyMs: refetchIntervalMs })
  const pages = list.query.data?.pages.length ?? 0
  useRefetchInterval(list.query.refetch, {
    everyMs: refetchIntervalMs,
    enabled: pages <= maxPages && !list.query.isFetchingNextPage,
  })
  const toFigure = (count: number | undefined) => count ?? (counts.isError ? null : undefined)
  const getFilterProps = (value: NonNullable<InsideSearch['only']>) => ({
    selected: only === value,
    onSelect: () => onSearch({ only: only === value ? undefined : value }, { replace: true }),
  })
  const retry = () => {
    if (counts.isError) void counts.refetch()
    if (list.failed) void list.query.refetch()
  }
  return (
    <Page
      title={t`Inside now`}
      subtitle={t`All zones`}
      toolbar={<ListSearch label={t`Search zones`} {...address} />}
    >
      <AgeGrey stale={counts.isError}>
        <Stack>
          {counts.data && <InsideTotal counts={counts.data} />}
          <StatGrid compact>
            <StatCard
              label={t`Over capacity`}
              hidesZero
              icon={IconAlertTriangle}
              value={toFigure(counts.data?.zonesOverCapacity)}
              {...getFilterProps('over')}
            />
            <StatCard
              label={t`Zones with people not seen`}
              hidesZero
              icon={IconClockExclamation}
              value={toFigure(counts.data?.zonesWithUnseen)}
              {...getFilterProps('unseen')}
            />
          </StatGrid>
        </Stack>
      </AgeGrey>
      <List
        // If the counts fail to load, the list may be outdated as well, so both share one error.
        list={{
          ...list,
          failed: list.failed || counts.isError,
          retry,
          retrying: list.retrying || counts.isFetching,
          staleSince: getStaleSince(counts) ?? list.staleSince,
        }}
        failure={t`Failed to load the people inside`}
        skeleton={<ListSkeleton count={3} />}
        empty={
          <EmptyState
            icon={IconMapPinOff}
            title={t`Nobody is inside right now.`}
            text={t`Zones appear here while someone is inside. Search to open another zone.`}
          />
        }
        filters={readFilters(address, 'q', 'only')}
        emptyTexts={[t`No zones match`]}
        getKey={toKey}
        estimate={88}
        label={t`Zones`}
      >
        {zone => <ZoneInside zone={zone} />}
      </List>
    </Page>
  )
}

/** A zone with the number of people inside, as a link to their list. */
function ZoneInside({
  zone: { zoneId, name, inside, parts, unseen, maxCapacity, status },
}: {
  zone: InsideZone
}) {
  const others = sitePartsText({ badge: parts.byBadge, visitor: parts.visitors })
  return (
    <Link className={classes.zone} to={paths.insideNow} search={{ zone: zoneId }}>
      <Text span inherit fw={600} dir="auto">
        {name}
      </Text>
      <Text span size="lg" fw={600} ta="end" data-figures>
        {maxCapacity === null ? formatCount(inside) : formatCapacity(inside, maxCapacity)}
      </Text>
      <Flex component="span" wrap="wrap" gap="2px 12px" fz="sm" c="dimmed" style={{ gridColumn: '1 / -1' }}>
        {inside === 0 && t`Nobody inside`}
        {others !== '' && <span>{others}</span>}
        {status !== 'active' && t`Suspended`}
        <OverCapacity inside={inside} max={maxCapacity} />
        <InsideSplit inside={inside} unseen={unseen} />
      </Flex>
    </Link>
  )
}
