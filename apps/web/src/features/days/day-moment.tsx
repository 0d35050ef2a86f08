import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { formatFound } from '../../lib/format-accuracy.ts'
import { gapWords, minuteOf, secondOf, sourceWords } from './day-words.ts'
import classes from './days.module.css'
import { ReadingMarks } from './reading-marks.tsx'
import type { DayRow } from './tell-day.ts'

/** The state at the slider's moment. */
export function DayMoment({ row, outsideToo }: { row: DayRow | undefined; outsideToo: boolean }) {
  if (!row) return null
  if (row.kind !== 'reading') {
    const gap = gapWords(row, outsideToo)
    const start = minuteOf(row.from)
    const end = minuteOf(row.to)
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
      <strong data-figures>{secondOf(row.at)}</strong>
      <ReadingMarks reading={row} />
      <Text span c="dimmed">
        {formatFound(row)} · {sourceWords[row.source]}
      </Text>
    </Group>
  )
}
