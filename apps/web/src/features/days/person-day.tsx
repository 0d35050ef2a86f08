import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
  const { total } = day
  const { name } = day.person
  const zoneName = zone.name
  const date = formatLongDate(new Date(from))
  if (day.consent !== 'given') {
    return (
      <EmptyState
        icon={IconLocationOff}
        title={day.consent === 'withdrawn' ? sharingWithdrawn : t`No consent to being located`}
        text={isSelf ? ownConsentText(day.consent) : consentText(day.consent, name)}
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
            {isSelf ? (
              day.outsideToo ? (
                <Trans>
                  You were not located for {zoneName} on {date}.
                </Trans>
              ) : (
                <Trans>
                  You were not located inside {zoneName} on {date}.
                </Trans>
              )
            ) : day.outsideToo ? (
              <Trans>
                <Name>{name}</Name> was not located for {zoneName} on {date}.
              </Trans>
            ) : (
              <Trans>
                <Name>{name}</Name> was not located inside {zoneName} on {date}.
              </Trans>
            )}{' '}
            {Date.parse(day.keptSince) > Date.parse(from) && <Trans>Older readings have been deleted.</Trans>}
          </>
        }
      />
    )
  }
  const shown = formatCount(day.readings.length)
  return (
    <>
      <Text c="dimmed">
        {isSelf ? <Trans>You</Trans> : <Name>{name}</Name>} · {date} ·{' '}
        {t`${plural(total, { one: '# reading', other: '# readings' })}`}
      </Text>
      <Text c="dimmed">
        {total > day.readings.length && (
          <Trans>{shown} of them are shown: the first and last of every two minutes, and every change.</Trans>
        )}{' '}
        {!day.outsideToo && <Trans>Positions outside the zone are not shown.</Trans>}
      </Text>
      <Chosen
        zone={zone}
        told={told}
        mapLabel={isSelf ? t`Map of your day, ${zoneName}` : t`Map of the day of ${name}, ${zoneName}`}
        outsideToo={day.outsideToo}
      />
    </>
  )
}

type Withheld = Exclude<Day['consent'], 'given'>

const ownConsentText = (consent: Withheld) =>
  consent === 'withdrawn' ? (
    <Trans>You no longer agree to being located, so your positions are not shown.</Trans>
  ) : (
    <Trans>You have not agreed to being located yet, so your positions are not shown.</Trans>
  )

const consentText = (consent: Withheld, name: string) =>
  consent === 'withdrawn' ? (
    <Trans>
      <Name>{name}</Name> no longer agrees to being located, so their positions are not shown.
    </Trans>
  ) : (
    <Trans>
      <Name>{name}</Name> has not agreed to being located yet, so their positions are not shown.
    </Trans>
  )

function Chosen({
  zone,
  told,
  mapLabel,
  outsideToo,
}: Pick<Props, 'zone'> & { told: ToldDay; mapLabel: string; outsideToo: boolean }) {
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
        <ZoneMap label={mapLabel} shape={zone.shape} track={told.track} spot={spot} onChoose={choose} />
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
