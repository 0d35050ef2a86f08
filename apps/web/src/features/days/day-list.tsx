import { t } from '@lingui/core/macro'
import { Text, UnstyledButton } from '@mantine/core'
import { IconClockPause, IconDoorExit } from '@tabler/icons-react'
import { memo } from 'react'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import type { DayRow, DayTimeline } from './day-timeline.ts'
import { describeGap, formatMinute, formatSecond, sourceLabels } from './day-words.ts'
import classes from './days.module.css'
import { ReadingMarks } from './reading-marks.tsx'

type Props = {
  timeline: DayTimeline
  /** The key of the row at the slider's moment. */
  chosen: string | undefined
  outsideToo: boolean
  onChoose: (row: DayRow) => void
}

/** The day as text: every drawn reading and every gap. Pressing a row moves the slider there. */
export function DayList({ timeline, chosen, outsideToo, onChoose }: Props) {
  return (
    <VirtualGrid
      items={timeline.rows}
      getKey={row => row.id}
      estimate={56}
      minColumn={10_000}
      gap={4}
      label={t`Readings for the day`}
    >
      {row => <Row row={row} isSelected={row.id === chosen} outsideToo={outsideToo} onChoose={onChoose} />}
    </VirtualGrid>
  )
}

type RowProps = Pick<Props, 'outsideToo' | 'onChoose'> & { row: DayRow; isSelected: boolean }

const Row = memo(function Row({ row, isSelected, outsideToo, onChoose }: RowProps) {
  return (
    <UnstyledButton
      type="button"
      className={classes.row}
      fz="sm"
      data-kind={row.kind}
      aria-pressed={isSelected}
      onClick={() => onChoose(row)}
    >
      {row.kind === 'reading' ? (
        <>
          <span data-figures>{formatSecond(row.at)}</span>
          <ReadingMarks reading={row} />
          <Text span c="dimmed">
            {row.accuracyMeters !== null && `${formatAccuracy(row.accuracyMeters)} · `}
            {sourceLabels[row.source]}
          </Text>
        </>
      ) : (
        <>
          {row.kind === 'away' ? (
            <IconDoorExit size="1.125rem" aria-hidden />
          ) : (
            <IconClockPause size="1.125rem" aria-hidden />
          )}
          <span>{describeGap(row, outsideToo)}</span>
          <span data-figures>
            {formatMinute(row.from)} – {formatMinute(row.to)}
          </span>
        </>
      )}
    </UnstyledButton>
  )
})
