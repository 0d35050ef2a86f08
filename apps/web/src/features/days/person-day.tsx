import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { PersonDay as Day } from '@muster/contract/presence-days.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconLocationOff, IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { spanOf } from '../../lib/dates.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatLongDate } from '../../lib/format-time.ts'
import { ZoneMap } from '../../map/public.tsx'
import { sharingWithdrawn } from '../../ui/badges/presence-badge.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { DayList } from './day-list.tsx'
import { DayMoment } from './day-moment.tsx'
import { DaySlider } from './day-slider.tsx'
import { DayStates } from './day-states.tsx'
import classes from './days.module.css'
import { stateAt, type ToldDay, tellDay } from './tell-day.ts'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  userId: string
  isSelf: boolean
  date: string
  /** True if the day is not over yet. */
  isToday: boolean
}

/** A person's readings of one day in one zone: a map with a time slider, and a list with the same content. */
export function PersonDay({ zone, userId, isSelf, date, isToday }: Props) {
  const span = spanOf(date)
  const mine = useQuery({
    ...orpc.presence.myDay.queryOptions({ input: { zoneId: zone.id, ...span } }),
    enabled: isSelf,
  })
  const theirs = useQuery({
    ...orpc.presence.dayOf.queryOptions({ input: { zoneId: zone.id, userId, ...span } }),
    enabled: !isSelf,
  })
  const query = isSelf ? mine : theirs
  return (
    <DayStates zone={zone} query={query}>
      {day => {
        const shown = <Shown zone={zone} day={day} isSelf={isSelf} span={span} readAt={query.dataUpdatedAt} />
        if (!isToday) return shown
        return <AgeGrey stale={query.isError}>{shown}</AgeGrey>
      }}
    </DayStates>
  )
}

type ShownProps = Pick<Props, 'zone' | 'isSelf'> & {
  day: Day
  span: { from: string; to: string }
  readAt: number
}

function Shown({ zone, day, isSelf, span: { from, to }, readAt }: ShownProps) {
  const told = useMemo(
    () => tellDay(day, { from: Date.parse(from), to: Math.min(Date.parse(to), readAt) }),
    [day, from, to, readAt],
  )
  const who = isSelf ? t`You` : <Name>{day.person.name}</Name>
  const date = formatLongDate(new Date(from))
  if (day.consent !== 'given') {
    return (
      <EmptyState
        icon={IconLocationOff}
        title={day.consent === 'withdrawn' ? sharingWithdrawn : t`Not agreed to being located`}
        text={
          <>
            {who}{' '}
            {day.consent === 'withdrawn'
              ? 'does not agree to being located any more'
              : 'has not agreed to being located yet'}
            . Where they were is not shown.
          </>
        }
      />
    )
  }
  if (told.readings.length === 0) {
    return (
      <EmptyState
        icon={IconMapPinOff}
        title={t`No readings on this day`}
        text={
          <>
            {who} {isSelf ? 'were' : 'was'} not located {day.outsideToo ? 'for' : 'inside'} {zone.name} on{' '}
            {date}. {Date.parse(day.keptSince) > Date.parse(from) && t`Older readings are not kept.`}
          </>
        }
      />
    )
  }
  return (
    <>
      <Text c="dimmed">
        {who} · {date} · {formatCount(day.total)} {day.total === 1 ? 'reading' : 'readings'}
        {day.total > day.readings.length &&
          `, of which ${formatCount(day.readings.length)} are shown: the first and last of every two minutes, and every change`}
        {!day.outsideToo && '. Where they were outside of the zone is not shown'}
        {'.'}
      </Text>
      <Chosen
        zone={zone}
        told={told}
        name={isSelf ? 'your day' : day.person.name}
        outsideToo={day.outsideToo}
      />
    </>
  )
}

function Chosen({
  zone,
  told,
  name,
  outsideToo,
}: Pick<Props, 'zone'> & { told: ToldDay; name: string; outsideToo: boolean }) {
  const [moment, setMoment] = useState(() => told.readings.at(-1)?.at ?? told.from)
  const now = stateAt(told, moment)
  const spot = useMemo(
    () =>
      now?.kind === 'reading'
        ? { lat: now.lat, lng: now.lng, accuracyMeters: now.accuracyMeters }
        : undefined,
    [now],
  )
  const choose = (id: string | undefined) => {
    const reading = told.readings.find(reading => reading.id === id)
    if (reading) setMoment(reading.at)
  }
  return (
    <div className={classes.columns}>
      <div className={classes.picture}>
        <ZoneMap
          label={t`Map of ${name}, ${zone.name}`}
          shape={zone.shape}
          track={told.track}
          spot={spot}
          onChoose={choose}
        />
        <div className={classes.timeline}>
          <DayMoment row={now} outsideToo={outsideToo} />
          <DaySlider told={told} moment={moment} now={now} outsideToo={outsideToo} onMoment={setMoment} />
        </div>
      </div>
      <DayList
        told={told}
        chosen={now?.id}
        outsideToo={outsideToo}
        onChoose={row => setMoment(momentOf(row))}
      />
    </div>
  )
}

/** Selecting a gap selects its middle. */
const momentOf = (row: ToldDay['rows'][number]) => (row.kind === 'reading' ? row.at : (row.from + row.to) / 2)
