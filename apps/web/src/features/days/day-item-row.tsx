import { plural, t } from '@lingui/core/macro'
import { Text, UnstyledButton } from '@mantine/core'
import { IconClockPause, IconDoorExit } from '@tabler/icons-react'
import { memo } from 'react'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatLength } from '../../lib/format-length.ts'
import type { DayItem, DayStretchItem } from './day-items.ts'
import type { DayRow } from './day-timeline.ts'
import { describeGap, formatMinute, formatSecond, joinTexts, sourceLabels } from './day-words.ts'
import classes from './days.module.css'
import { ReadingMarks } from './reading-marks.tsx'

type Props = {
  item: DayItem
  isSelected: boolean
  outsideToo: boolean
  onChoose: (item: DayItem) => void
}

export const DayItemRow = memo(function DayItemRow({ item, isSelected, outsideToo, onChoose }: Props) {
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

function Reading({ reading }: { reading: Extract<DayRow, { kind: 'reading' }> }) {
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
