import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Switch, Text, UnstyledButton } from '@mantine/core'
import {
  IconClockPause,
  IconCurrentLocationOff,
  IconDoorExit,
  IconMapPinCheck,
  IconMapPinOff,
  IconMapPinQuestion,
} from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatLength } from '../../lib/format-length.ts'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { type DayItem, type DayStretchItem, toDayItems, toPeriod } from './day-items.ts'
import type { DayTimeline, TimelineReading } from './day-timeline.ts'
import {
  describeGap,
  describeVerdict,
  formatMinute,
  formatSecond,
  joinTexts,
  sourceLabels,
} from './day-words.ts'
import classes from './days.module.css'

type Props = {
  timeline: DayTimeline
  moment: number
  outsideToo: boolean
  onChoose: (item: DayItem) => void
}

/** The day as text: stays, ways and gaps or, on request, every drawn reading. Pressing a row moves the slider there. */
export function DayList({ timeline, moment, outsideToo, onChoose }: Props) {
  const [showsReadings, setShowsReadings] = useState(false)
  const { rows, readings } = timeline
  const gatheredItems = useMemo(() => toDayItems(rows), [rows])
  const items = showsReadings ? rows : gatheredItems
  const chosen = items.findLast(item => toPeriod(item).from <= moment)
  return (
    <>
      {gatheredItems.length < rows.length && (
        <Switch
          label={
            <Trans>
              <Plural value={readings.length} one="Show # reading" other="Show all # readings" />
            </Trans>
          }
          checked={showsReadings}
          onChange={event => setShowsReadings(event.currentTarget.checked)}
        />
      )}
      <VirtualGrid
        items={items}
        getKey={item => item.id}
        estimate={56}
        minColumn={10_000}
        gap={4}
        label={t`Readings for the day`}
      >
        {item => (
          <ItemRow item={item} isSelected={item === chosen} outsideToo={outsideToo} onChoose={onChoose} />
        )}
      </VirtualGrid>
    </>
  )
}

type RowProps = Pick<Props, 'outsideToo' | 'onChoose'> & { item: DayItem; isSelected: boolean }

const ItemRow = memo(function ItemRow({ item, isSelected, outsideToo, onChoose }: RowProps) {
  return (
    <UnstyledButton
      type="button"
      className={classes.row}
      fz="sm"
      data-kind={item.kind}
      aria-pressed={isSelected}
      onClick={() => onChoose(item)}
    >
      {item.kind === 'reading' ? (
        <Reading reading={item} />
      ) : 'first' in item ? (
        <Stretch stretch={item} />
      ) : (
        <>
          {item.kind === 'away' ? (
            <IconDoorExit size="1.125rem" aria-hidden />
          ) : (
            <IconClockPause size="1.125rem" aria-hidden />
          )}
          <span>{describeGap(item, outsideToo)}</span>
          <span data-figures>
            {formatMinute(item.from)} – {formatMinute(item.to)}
          </span>
        </>
      )}
    </UnstyledButton>
  )
})

function Reading({ reading }: { reading: TimelineReading }) {
  return (
    <>
      <span data-figures>{formatSecond(reading.at)}</span>
      <ReadingMarks reading={reading} />
      <Text span c="dimmed">
        {reading.accuracyMeters !== null && `${formatAccuracy(reading.accuracyMeters)} · `}
        {sourceLabels[reading.source]}
      </Text>
    </>
  )
}

function Stretch({ stretch }: { stretch: DayStretchItem }) {
  const { first, from, to, count, poorCount } = stretch
  return (
    <>
      <span data-figures>
        {formatMinute(from)} – {formatMinute(to)}
      </span>
      {/* One poor reading among many good ones makes the stay no less certain. */}
      <ReadingMarks reading={{ ...first, poor: poorCount > count / 2 }} />
      <Text span c="dimmed">
        {describeStretch(stretch)}
      </Text>
    </>
  )
}

function describeStretch({ kind, from, to, count, vagueCount, meters }: DayStretchItem): string {
  const duration = formatDuration((to - from) / 60_000)
  const way = formatLength(meters)
  return joinTexts([
    ...(kind === 'stay' ? [t`Stayed ${duration}`] : []),
    ...(kind === 'way' ? [t`Moved ${way} in ${duration}`] : []),
    plural(count, { one: '# reading', other: '# readings' }),
    ...(kind !== 'vague' && vagueCount > 0
      ? [plural(vagueCount, { one: '# too inaccurate to count', other: '# too inaccurate to count' })]
      : []),
  ])
}

export function ReadingMarks({ reading }: { reading: TimelineReading }) {
  const { inside, mock, poor, vague } = reading
  return (
    <>
      <Tag
        tone={vague ? 'caution' : inside ? 'inside' : 'quiet'}
        icon={vague ? IconMapPinQuestion : inside ? IconMapPinCheck : IconMapPinOff}
      >
        {describeVerdict(reading)}
      </Tag>
      {poor && !vague && (
        <Tag tone="caution" icon={IconCurrentLocationOff}>
          {t`Poor accuracy`}
        </Tag>
      )}
      <MockMark mock={mock} />
    </>
  )
}
