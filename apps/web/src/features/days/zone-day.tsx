import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { DayShift, ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconMapPinOff } from '@tabler/icons-react'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { toSpan } from '../../lib/dates.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatLongDate } from '../../lib/format-day.ts'
import { type PagedList, usePages } from '../../lib/use-pages.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { announce } from '../../ui/live/live-region.tsx'
import { StaleContext } from '../../ui/live/stale-context.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { DayStates } from './day-states.tsx'
import { describeShifts } from './day-words.ts'
import { ZoneDayAtMoment } from './zone-day-at-moment.tsx'
import { toZoneDayTimeline } from './zone-day-timeline.ts'

/** Maximum number of visits loaded automatically, which a phone can easily handle. */
const autoLoadLimit = 20_000
/** Minimum milliseconds between refetches of all pages after events that cannot patch them. */
const refetchIntervalMs = 5_000

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  date: string
  /** True if the day is not over yet. */
  isToday: boolean
  /** True if the reader may see positions. */
  tracks: boolean
}

/** The visits to a zone on one day: a row per person on the axis of a time slider that shows who was inside when. Today is live. */
export function ZoneDay({ zone, date, isToday, tracks }: Props) {
  useFeedTopic(isToday ? zoneTopic(zone.id) : undefined)
  const span = toSpan(date)
  const list = usePages(orpc.presence.zoneDay, { zoneId: zone.id, ...span }, { meta: { refetchIntervalMs } })
  const { query, rows, readOn } = list
  useEffect(() => {
    if (rows && rows.length < autoLoadLimit) readOn()
  }, [rows, readOn])
  return (
    <DayStates zone={zone} query={query}>
      {({ pages: [first] }) => {
        const shifts = first ? toShifts(first) : noShifts
        const visitsProps = { zone, date, list, total: first && toVisitTotal(first), shifts, tracks }
        return isToday ? (
          <AgeGrey stale={list.failed}>
            <TodayVisits {...visitsProps} />
          </AgeGrey>
        ) : (
          <DayVisits {...visitsProps} isToday={false} now={query.dataUpdatedAt} />
        )
      }}
    </DayStates>
  )
}

/** Returns the total number of visits, which the first page contains. */
const toVisitTotal = (first: object) =>
  'total' in first && typeof first.total === 'number' ? first.total : undefined

const noShifts: readonly DayShift[] = []
/** Returns the planned shifts, which the first page contains. */
const toShifts = (first: object) =>
  'shifts' in first && Array.isArray(first.shifts) ? (first.shifts as readonly DayShift[]) : noShifts

type Visits = PagedList<ZoneDayVisit>

type DayVisitsProps = Omit<Props, 'isToday'> & {
  list: Visits
  total: number | undefined
  shifts: readonly DayShift[]
}

/** Today's visits. Open visits extend to the current time while the screen is live, and stop growing while its data is outdated. */
function TodayVisits(props: DayVisitsProps) {
  const { zone, list } = props
  const isStale = useContext(StaleContext)
  const now = useNow()
  const [latestNow, setLatestNow] = useState(0)
  if (!isStale && now > latestNow) setLatestNow(now)
  useDayNews(list, zone.name)
  return <DayVisits {...props} isToday now={Math.max(latestNow, list.query.dataUpdatedAt)} />
}

function DayVisits({
  zone,
  date,
  list,
  total,
  shifts,
  isToday,
  now,
  tracks,
}: DayVisitsProps & { isToday: boolean; now: number }) {
  const { rows, complete } = list
  const { from, to } = toSpan(date)
  const timeline = useMemo(
    () => toZoneDayTimeline(rows ?? [], { from: Date.parse(from), to: Date.parse(to) }, now, shifts),
    [rows, from, to, now, shifts],
  )
  const day = formatLongDate(new Date(from))
  if (timeline.people.length === 0) {
    const zoneName = zone.name
    return (
      <EmptyState
        icon={IconMapPinOff}
        title={t`No visits on this day`}
        text={
          isToday
            ? t`${zoneName} hasn’t had any visitors yet. New visitors appear here automatically.`
            : t`${zoneName} had no visitors on ${day}.`
        }
      />
    )
  }
  const people = timeline.people.length
  const visits = rows?.length ?? 0
  const loaded = formatCount(visits)
  const all = total === undefined ? undefined : formatCount(total)
  const planned = describeShifts(shifts)
  const peak = formatCount(timeline.peak.inside)
  return (
    <>
      <Text c="dimmed">
        {day} · {t`${plural(people, { one: '# person', other: '# people' })}`} ·{' '}
        {t`${plural(visits, { one: '# visit', other: '# visits' })}`}
        {planned && ` · ${planned}`}
        {complete && (
          <>
            {' '}
            · <Trans>Peak: {peak}</Trans>
          </>
        )}
      </Text>
      {!complete && (
        <LoadMore
          list={list}
          describeCount={count => t`${plural(count, { one: '# more visit', other: '# more visits' })}`}
        >
          {all === undefined ? (
            <Trans>Only {loaded} visits have loaded. Later visitors aren’t shown below.</Trans>
          ) : (
            <Trans>
              Only {loaded} of {all} visits have loaded. Later visitors aren’t shown below.
            </Trans>
          )}
        </LoadMore>
      )}
      <ZoneDayAtMoment zone={zone} date={date} timeline={timeline} isToday={isToday} tracks={tracks} />
    </>
  )
}

/** Waits until all visits are loaded, because those on later pages would be announced as arrivals. */
function useDayNews({ rows, complete }: PagedList<ZoneDayVisit>, zoneName: string): void {
  const previousVisits = useRef<ReadonlyMap<string, ZoneDayVisit>>(undefined)
  useEffect(() => {
    if (!rows || !complete) {
      previousVisits.current = undefined
      return
    }
    const knownVisits = previousVisits.current
    previousVisits.current = new Map(rows.map(row => [row.id, row]))
    if (!knownVisits) return
    for (const { id, name, exitTime } of rows) {
      const previousVisit = knownVisits.get(id)
      if (!previousVisit) announce(t`${name} entered ${zoneName}`)
      if (exitTime !== null && previousVisit?.exitTime === null) announce(t`${name} left ${zoneName}`)
    }
  }, [rows, complete, zoneName])
}
