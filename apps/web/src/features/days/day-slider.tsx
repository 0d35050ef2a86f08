import { t } from '@lingui/core/macro'
import type { DayRow, DayTimeline } from './day-timeline.ts'
import { describeRow } from './day-words.ts'
import classes from './days.module.css'
import { ShiftBands } from './shift-bands.tsx'
import { TimeSlider, timeScale } from './time-slider.tsx'

type Props = {
  timeline: DayTimeline
  moment: number
  now: DayRow | undefined
  outsideToo: boolean
  onMoment: (moment: number) => void
}

export function DaySlider({ timeline, moment, now, outsideToo, onMoment }: Props) {
  const { from, to, bars, readings } = timeline
  const toPosition = timeScale(timeline)
  const currentAt = now?.kind === 'reading' ? now.at : moment
  return (
    <TimeSlider
      from={from}
      to={to}
      moment={moment}
      words={describeRow(now, outsideToo)}
      labels={{ before: t`Previous reading`, after: t`Next reading` }}
      before={readings.findLast(({ at }) => at < currentAt)?.at}
      after={readings.find(({ at }) => at > moment)?.at}
      onMoment={onMoment}
    >
      <div className={classes.strip} aria-hidden>
        <ShiftBands axis={timeline} shifts={timeline.shifts} />
        {bars.map(bar => (
          // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the slider below
          // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the slider below
          <span
            key={bar.from}
            onClick={() => onMoment(bar.from)}
            className={classes.bar}
            data-verdict={bar.verdict}
            style={{
              insetInlineStart: toPosition(bar.from),
              width: `calc(${toPosition(bar.to)} - ${toPosition(bar.from)})`,
            }}
          />
        ))}
      </div>
    </TimeSlider>
  )
}
