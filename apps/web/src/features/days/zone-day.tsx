import { Button } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { IconMapPinOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { spanOf } from '../../lib/dates.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatLongDate } from '../../lib/format-time.ts'
import { byCursor, type PagedList, usePages } from '../../lib/use-pages.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { DayStates } from './day-states.tsx'
import { minuteOf } from './day-words.ts'
import classes from './days.module.css'
import { tellZoneDay } from './tell-zone-day.ts'
import { ZoneDayAtMoment } from './zone-day-at-moment.tsx'

/** So many visits are read unasked: a phone holds them well. */
const readUnasked = 20_000

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  date: string
  /** Whether it is the day that goes on. */
  isToday: boolean
  /** Whether the reader may see where people were. */
  tracks: boolean
}

/** The visits of one day to a zone: a row for everybody on the axis of a time slider, which tells who was inside when. */
export function ZoneDay({ zone, date, ...rest }: Props) {
  const span = spanOf(date)
  const list = usePages({
    ...orpc.presence.zoneDay.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId: zone.id, ...span, cursor }),
      ...byCursor,
    }),
  })
  const { query, rows, readOn } = list
  useEffect(() => {
    if (rows && rows.length < readUnasked) readOn()
  }, [rows, readOn])
  return (
    <DayStates zone={zone} query={query}>
      {({ pages: [first] }) => (
        <Shown zone={zone} date={date} list={list} total={first && totalOf(first)} {...rest} />
      )}
    </DayStates>
  )
}

/** How many visits there are in all, as the first page says. */
const totalOf = (first: object) =>
  'total' in first && typeof first.total === 'number' ? first.total : undefined

type Visits = PagedList<Parameters<typeof tellZoneDay>[0][number]>

function Shown({
  zone,
  date,
  list,
  total,
  isToday,
  tracks,
}: Props & { list: Visits; total: number | undefined }) {
  const { rows, query, complete } = list
  const { from, to } = spanOf(date)
  const told = useMemo(
    () => tellZoneDay(rows ?? [], { from: Date.parse(from), to: Date.parse(to) }, query.dataUpdatedAt),
    [rows, from, to, query.dataUpdatedAt],
  )
  const day = formatLongDate(new Date(from))
  if (told.people.length === 0) {
    return (
      <EmptyState
        icon={IconMapPinOff}
        title="No visits on this day"
        text={`${zone.name} had no visitors on ${day}.`}
      />
    )
  }
  const visits = rows?.length ?? 0
  return (
    <>
      <div className={classes.told}>
        <p className={classes.summary}>
          {day} · {counted(told.people.length, 'person', 'people')} · {counted(visits, 'visit', 'visits')}
          {complete && ` · at most ${formatCount(told.peak.inside)} inside at once`}
          {isToday && ` · as of ${minuteOf(query.dataUpdatedAt)}`}
        </p>
        {isToday && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        )}
      </div>
      {!complete && (
        <LoadMore list={list} said={count => `${formatCount(count)} more visits`}>
          Only {formatCount(visits)} {total !== undefined && `of ${formatCount(total)}`} visits are read so
          far: whoever came later is missing below.
        </LoadMore>
      )}
      <ZoneDayAtMoment zone={zone} date={date} told={told} isToday={isToday} tracks={tracks} />
    </>
  )
}

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`
