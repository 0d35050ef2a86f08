import { formatFound } from '../../lib/format-accuracy.ts'
import { gapWords, minuteOf, secondOf, sourceWords } from './day-words.ts'
import classes from './days.module.css'
import { ReadingMarks } from './reading-marks.tsx'
import type { DayRow } from './tell-day.ts'

/** What was so at the moment of the slider. */
export function DayMoment({ row, outsideToo }: { row: DayRow | undefined; outsideToo: boolean }) {
  if (!row) return null
  if (row.kind !== 'reading') {
    return (
      <p className={classes.moment}>
        <strong>{gapWords(row, outsideToo)}</strong> {minuteOf(row.from)} to {minuteOf(row.to)}
      </p>
    )
  }
  return (
    <div className={classes.moment}>
      <strong className={classes.time}>{secondOf(row.at)}</strong>
      <ReadingMarks reading={row} />
      <span className={classes.quiet}>
        {formatFound(row)} · {sourceWords[row.source]}
      </span>
    </div>
  )
}
