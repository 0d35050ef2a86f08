import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { formatPosition } from '../../lib/format-accuracy.ts'
import type { DayRow } from './day-timeline.ts'
import { describeGap, formatMinute, formatSecond, sourceLabels } from './day-words.ts'
import classes from './days.module.css'
import { ReadingMarks } from './reading-marks.tsx'

export function DayMoment({ row, outsideToo }: { row: DayRow | undefined; outsideToo: boolean }) {
  if (!row) return null
  if (row.kind !== 'reading') {
    const gap = describeGap(row, outsideToo)
    const start = formatMinute(row.from)
    const end = formatMinute(row.to)
    return (
      <Group gap="4px 12px" className={classes.moment}>
        <Trans>
          <strong>{gap}</strong> {start} to {end}
        </Trans>
      </Group>
    )
  }
  return (
    <Group gap="4px 12px" className={classes.moment}>
      <strong data-figures>{formatSecond(row.at)}</strong>
      <ReadingMarks reading={row} />
      <Text span c="dimmed">
        {formatPosition(row)} · {sourceLabels[row.source]}
      </Text>
    </Group>
  )
}
