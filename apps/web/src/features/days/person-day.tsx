import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { PersonDay as Day } from '@muster/contract/presence-days.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconLocationOff, IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { toSpan } from '../../lib/dates.ts'
import { formatPosition } from '../../lib/format-accuracy.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatLongDate } from '../../lib/format-day.ts'
import { ZoneMap } from '../../map/public.tsx'
import { sharingWithdrawnText } from '../../ui/badges/presence-badge.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { type DayItem, toPeriod } from './day-items.ts'
import { DayList, ReadingMarks } from './day-list.tsx'
import { AxisSpan, DayPlayer } from './day-player.tsx'
import { DayStates } from './day-states.tsx'
import { type DayRow, type DayTimeline, rowAt, toDayTimeline } from './day-timeline.ts'
import {
  describeGap,
  describeRow,
  describeShifts,
  formatMinute,
  formatSecond,
  sourceLabels,
} from './day-words.ts'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  userId: string
  isSelf: boolean
  date: string
  /** True if the day is not over yet. */
  isToday: boolean
  onName: (name: string) => void
}

export function PersonDay({ zone, userId, isSelf, date, isToday, onName }: Props) {
  const span = toSpan(date)
  const ownDay = useQuery({
    ...orpc.presence.myDay.queryOptions({ input: { zoneId: zone.id, ...span } }),
    enabled: isSelf,
  })
  const otherDay = useQuery({
    ...orpc.presence.dayOf.queryOptions({ input: { zoneId: zone.id, userId, ...span } }),
    enabled: !isSelf,
  })
  const query = isSelf ? ownDay : otherDay
  const name = query.data?.person.name
  useEffect(() => {
    if (name) onName(name)
  }, [name, onName])
  return (
    <DayStates zone={zone} query={query}>
      {day => {
        const content = (
          <DayContent zone={zone} day={day} isSelf={isSelf} span={span} readAt={query.dataUpdatedAt} />
        )
        if (!isToday) return content
        return <AgeGrey stale={query.isError}>{content}</AgeGrey>
      }}
    </DayStates>
  )
}

type DayContentProps = Pick<Props, 'zone' | 'isSelf'> & {
  day: Day
  span: { from: string; to: string }
  readAt: number
}

function DayContent({ zone, day, isSelf, span: { from, to }, readAt }: DayContentProps) {
  const timeline = useMemo(
    () => toDayTimeline(day, { from: Date.parse(from), to: Math.min(Date.parse(to), readAt) }),
    [day, from, to, readAt],
  )
  const { total } = day
  const { name } = day.person
  const zoneName = zone.name
  const date = formatLongDate(new Date(from))
  if (day.consent !== 'given') {
    return (
      <EmptyState
        icon={IconLocationOff}
        title={day.consent === 'withdrawn' ? sharingWithdrawnText : t`No consent to location tracking`}
        text={isSelf ? ownConsentText(day.consent) : consentText(day.consent, name)}
      />
    )
  }
  if (timeline.readings.length === 0) {
    return (
      <EmptyState
        icon={IconMapPinOff}
        title={t`No readings on this day`}
        text={
          <>
            <NoReadings {...{ name, isSelf, zoneName, date }} outsideToo={day.outsideToo} />{' '}
            {Date.parse(day.keptSince) > Date.parse(from) && t`Older readings have been deleted.`}
          </>
        }
      />
    )
  }
  const planned = describeShifts(day.shifts)
  const isThinned = total > day.readings.length
  const shown = formatCount(day.readings.length)
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        {date} · {t`${plural(total, { one: '# reading', other: '# readings' })}`}
        {planned && ` · ${planned}`}
      </Text>
      {(isThinned || !day.outsideToo) && (
        <Text c="dimmed">
          {isThinned && (
            <Trans>Showing {shown}: the first and last in every two minutes, and every change.</Trans>
          )}{' '}
          {!day.outsideToo && t`Positions outside the zone aren’t shown.`}
        </Text>
      )}
      <MomentView
        zone={zone}
        timeline={timeline}
        mapLabel={isSelf ? t`Map of your day, ${zoneName}` : t`Map of ${name}’s day, ${zoneName}`}
        outsideToo={day.outsideToo}
      />
    </Stack>
  )
}

type NoReadingsProps = {
  name: string
  isSelf: boolean
  outsideToo: boolean
  zoneName: string
  date: string
}

function NoReadings({ name, isSelf, outsideToo, zoneName, date }: NoReadingsProps) {
  if (isSelf)
    return outsideToo ? (
      <Trans>
        You have no readings for {zoneName} on {date}.
      </Trans>
    ) : (
      <Trans>
        You have no readings inside {zoneName} on {date}.
      </Trans>
    )
  return outsideToo ? (
    <Trans>
      <Name>{name}</Name> has no readings for {zoneName} on {date}.
    </Trans>
  ) : (
    <Trans>
      <Name>{name}</Name> has no readings inside {zoneName} on {date}.
    </Trans>
  )
}

type MissingConsent = Exclude<Day['consent'], 'given'>

const ownConsentText = (consent: MissingConsent) =>
  consent === 'withdrawn'
    ? t`You withdrew your consent to location tracking, so your positions aren’t shown.`
    : t`You haven’t agreed to location tracking yet, so your positions aren’t shown.`

const consentText = (consent: MissingConsent, name: string) =>
  consent === 'withdrawn' ? (
    <Trans>
      <Name>{name}</Name> no longer agrees to location tracking, so their positions aren’t shown.
    </Trans>
  ) : (
    <Trans>
      <Name>{name}</Name> hasn’t agreed to location tracking yet, so their positions aren’t shown.
    </Trans>
  )

function MomentView({
  zone,
  timeline,
  mapLabel,
  outsideToo,
}: Pick<Props, 'zone'> & { timeline: DayTimeline; mapLabel: string; outsideToo: boolean }) {
  const [moment, setMoment] = useState(() => timeline.readings.at(-1)?.at ?? timeline.from)
  const currentRow = rowAt(timeline, moment)
  const currentPosition = useMemo(
    () =>
      currentRow?.kind === 'reading'
        ? { lat: currentRow.lat, lng: currentRow.lng, accuracyMeters: currentRow.accuracyMeters }
        : undefined,
    [currentRow],
  )
  const { readings, bars, track } = timeline
  return (
    <DayPlayer
      axis={timeline}
      moment={moment}
      stops={readings.map(({ at }) => at)}
      stopLabels={{ before: t`Previous reading`, after: t`Next reading` }}
      shownSince={currentRow?.kind === 'reading' ? currentRow.at : moment}
      words={describeRow(currentRow, outsideToo)}
      onMoment={setMoment}
      wide="map"
      line={<RowLine row={currentRow} outsideToo={outsideToo} />}
      strip={bars.map(bar => (
        <AxisSpan
          key={bar.from}
          axis={timeline}
          span={bar}
          look="bar"
          data-verdict={bar.verdict}
          onMoment={setMoment}
        />
      ))}
      map={
        <ZoneMap
          label={mapLabel}
          shape={zone.shape}
          track={track}
          spot={currentPosition}
          onChoose={id => {
            const reading = readings.find(reading => reading.id === id)
            if (reading) setMoment(reading.at)
          }}
        />
      }
      list={
        <DayList
          timeline={timeline}
          moment={moment}
          outsideToo={outsideToo}
          onChoose={item => setMoment(toMoment(item))}
        />
      }
    />
  )
}

function RowLine({ row, outsideToo }: { row: DayRow | undefined; outsideToo: boolean }) {
  if (!row) return null
  if (row.kind === 'reading')
    return (
      <>
        <strong data-figures>{formatSecond(row.at)}</strong>
        <ReadingMarks reading={row} />
        <Text span c="dimmed">
          {formatPosition(row)} · {sourceLabels[row.source]}
        </Text>
      </>
    )
  const gap = describeGap(row, outsideToo)
  const start = formatMinute(row.from)
  const end = formatMinute(row.to)
  return (
    <Trans>
      <strong>{gap}</strong> {start} to {end}
    </Trans>
  )
}

/** Returns the moment that an item of the list stands for: its beginning or, for a gap, its middle. */
function toMoment(item: DayItem): number {
  const { from, to } = toPeriod(item)
  return item.kind === 'gap' || item.kind === 'away' ? (from + to) / 2 : from
}
