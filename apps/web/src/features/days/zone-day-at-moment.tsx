import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Flex, SegmentedControl, Text } from '@mantine/core'
import { useDebouncedValue, useThrottledValue } from '@mantine/hooks'
import type { Zone } from '@muster/contract/zones.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import { IconClockExclamation, IconMap, IconMapOff } from '@tabler/icons-react'
import { useContext, useMemo, useState } from 'react'
import { toSpan } from '../../lib/dates.ts'
import { formatCount } from '../../lib/format-count.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { StaleContext } from '../../ui/live/stale-context.ts'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { DayPlayer } from './day-player.tsx'
import { describeCounts, formatMinute, type MomentCounts, unseenCount } from './day-words.ts'
import classes from './days.module.css'
import { useZoneDayPlaces, ZoneDayMap } from './zone-day-map.tsx'
import { ZoneDayRow } from './zone-day-row.tsx'
import {
  type PresenceAtMoment,
  presenceAt,
  visitAt,
  type ZoneDayPerson,
  type ZoneDayTimeline,
} from './zone-day-timeline.ts'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  date: string
  timeline: ZoneDayTimeline
  isToday: boolean
  tracks: boolean
}

/** Milliseconds without slider movement after which positions are requested. */
const debounceMs = 300
/** Milliseconds between position requests while the slider follows the present. */
const followIntervalMs = 5_000

export function ZoneDayAtMoment({ zone, date, timeline, isToday, tracks }: Props) {
  // Today starts at the present. Other days start at their peak, because usually nobody is inside at the end of a day.
  const [pickedMoment, setPickedMoment] = useState<number>()
  const followsNow = isToday && pickedMoment === undefined
  const isStale = useContext(StaleContext)
  const moment = pickedMoment ?? (isToday ? timeline.to - 1 : timeline.peak.at)
  const [q, setQ] = useState('')
  const [presenceFilter, setPresenceFilter] = useState<PresenceFilter>('all')
  const [showsMap, setShowsMap] = useState(false)
  const [chosenId, setChosenId] = useState<string>()
  const statesByPerson = useMemo(
    () => new Map(timeline.people.map(person => [person.userId, presenceAt(person, moment)])),
    [timeline, moment],
  )
  const counts = useMemo(() => countStates(statesByPerson.values()), [statesByPerson])
  const { inside, unseen, left, not_yet: notYet } = counts
  const presentCount = inside + unseen
  const [debouncedMoment] = useDebouncedValue(moment, debounceMs)
  const throttledMoment = useThrottledValue(moment, followIntervalMs)
  const settledMoment = followsNow ? throttledMoment : debouncedMoment
  const places = useZoneDayPlaces({ zoneId: zone.id, ...toSpan(date), moment: settledMoment }, showsMap)
  const placesByPerson = useMemo(
    () => new Map(showsMap ? places.data?.people.map(place => [place.userId, place]) : []),
    [showsMap, places.data],
  )
  const shownPeople = timeline.people.filter(
    ({ userId, name }) =>
      (presenceFilter === 'all' || statesByPerson.get(userId) === presenceFilter) &&
      (!q.trim() || isFoundBy(name, q)),
  )
  const time = formatMinute(moment)
  const total = formatCount(timeline.people.length)
  const dayLink = useMemo(() => (tracks ? { zone: zone.id, date } : undefined), [tracks, zone.id, date])
  return (
    <DayPlayer
      axis={timeline}
      moment={moment}
      stops={timeline.changes}
      stopLabels={{ before: t`Previous change`, after: t`Next change` }}
      words={describeCounts(counts)}
      // At the end of today no moment is picked, so that the slider follows the present.
      onMoment={at => setPickedMoment(isToday && at >= timeline.to - 1 ? undefined : at)}
      wide="list"
      strip={<PresenceCurve timeline={timeline} />}
      line={
        <>
          <strong data-figures>{time}</strong>
          {followsNow && !isStale && (
            <Text span c="dimmed">
              {t`now`}
            </Text>
          )}
          <span>
            <Trans>
              <Plural value={inside} one="# inside" other="# inside" />
            </Trans>
          </span>
          {unseen > 0 && (
            <Flex component="span" gap={4} align="center" c="var(--m-uncertain)" fw={600}>
              <IconClockExclamation size="1rem" aria-hidden />
              {unseenCount(unseen, followsNow)}
            </Flex>
          )}
          {left > 0 && (
            <Text span c="dimmed">
              <Trans context="departed">
                <Plural value={left} one="# left" other="# left" />
              </Trans>
            </Text>
          )}
          {notYet > 0 && (
            <Text span c="dimmed">
              <Trans>
                <Plural value={notYet} one="# not arrived yet" other="# not arrived yet" />
              </Trans>
            </Text>
          )}
        </>
      }
      map={
        showsMap && (
          <ZoneDayMap
            zone={zone}
            places={places}
            moment={settledMoment}
            present={presentCount}
            chosen={chosenId}
            onChoose={setChosenId}
          />
        )
      }
      list={
        <>
          <Flex component="search" wrap="wrap" align="center" gap="xs">
            <SearchField label={t`Search by name`} value={q} onChange={setQ} />
            <SegmentedControl
              aria-label={t`Filter by presence`}
              value={presenceFilter}
              onChange={value => setPresenceFilter(parsePresenceFilter(value))}
              data={[
                { value: 'all', label: t`All ${total}` },
                { value: 'inside', label: t`Inside at ${time}` },
                ...(unseen > 0 || presenceFilter === 'unseen'
                  ? [{ value: 'unseen', label: t`Not seen` }]
                  : []),
              ]}
            />
            {tracks && (
              <Button
                variant="default"
                leftSection={
                  showsMap ? (
                    <IconMapOff size="1.125rem" aria-hidden />
                  ) : (
                    <IconMap size="1.125rem" aria-hidden />
                  )
                }
                aria-expanded={showsMap}
                onClick={() => setShowsMap(!showsMap)}
              >
                {showsMap ? t`Hide map` : t`Show map`}
              </Button>
            )}
          </Flex>
          {shownPeople.length === 0 ? (
            <FilteredEmpty
              title={q.trim() ? t`No results` : emptyListText(presenceFilter, time)}
              onClear={() => {
                setQ('')
                setPresenceFilter('all')
              }}
            />
          ) : (
            <VirtualGrid
              items={shownPeople}
              getKey={toKey}
              estimate={108}
              minColumn={10_000}
              gap={4}
              label={listLabel(presenceFilter, time)}
            >
              {person => (
                <LiveTint value={isToday ? toChangeKey(person) : null}>
                  <ZoneDayRow
                    person={person}
                    axis={timeline}
                    now={statesByPerson.get(person.userId) ?? 'not_yet'}
                    unseenSince={visitAt(person, moment)?.unseenSince ?? undefined}
                    place={placesByPerson.get(person.userId)}
                    chosen={person.userId === chosenId}
                    dayLink={dayLink}
                    onMoment={setPickedMoment}
                  />
                </LiveTint>
              )}
            </VirtualGrid>
          )}
        </>
      }
    />
  )
}

/** Draws steps over the day, scaled to the peak: people inside, and stacked on them those no longer seen. */
function PresenceCurve({ timeline: { from, to, steps } }: Pick<Props, 'timeline'>) {
  const x = (at: number) => (((at - from) / (to - from)) * 1_000).toFixed(1)
  const peakCount = steps.reduce((max, { inside, unseen }) => Math.max(max, inside + unseen), 1)
  const y = (count: number) => (100 - (count / peakCount) * 96).toFixed(1)
  const insidePath = steps.map(step => `V${y(step.inside)}H${x(step.to)}`).join('')
  // One block per step, so that no dashed line runs along the edge where nobody is unseen.
  const unseenPath = steps
    .filter(step => step.unseen > 0)
    .map(
      step =>
        `M${x(step.from)} ${y(step.inside)}V${y(step.inside + step.unseen)}H${x(step.to)}V${y(step.inside)}`,
    )
    .join('')
  return (
    <svg className={classes.curve} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden>
      <path className={classes.insideCurve} d={`M0 100${insidePath}V100Z`} />
      <path className={classes.unseenCurve} d={unseenPath} />
    </svg>
  )
}

type PresenceFilter = 'all' | 'inside' | 'unseen'
const parsePresenceFilter = (value: string): PresenceFilter =>
  value === 'inside' || value === 'unseen' ? value : 'all'

const emptyListText = (filter: PresenceFilter, time: string) =>
  filter === 'unseen' ? t`Everyone inside at ${time} had been seen recently` : t`Nobody was inside at ${time}`

function listLabel(filter: PresenceFilter, time: string): string {
  if (filter === 'all') return t`Visitors that day`
  return filter === 'inside' ? t`Inside at ${time}` : t`Not seen at ${time}`
}

function countStates(states: Iterable<PresenceAtMoment>): MomentCounts {
  const counts = { inside: 0, unseen: 0, left: 0, not_yet: 0 }
  for (const state of states) counts[state]++
  return counts
}

const toKey = ({ userId }: ZoneDayPerson) => userId

/** Returns a value that changes when the person enters, leaves or is no longer seen. */
const toChangeKey = ({ visits }: ZoneDayPerson) =>
  visits.at(-1)?.exit ?? `${visits.length} ${visits.at(-1)?.unseenSince !== null}`
