import { t } from '@lingui/core/macro'
import classes from './days.module.css'
import { ShiftBands } from './shift-bands.tsx'
import { TimeSlider } from './time-slider.tsx'
import type { ZoneDayTimeline } from './zone-day-timeline.ts'
import { describeCounts, type MomentCounts } from './zone-day-words.ts'

type Props = {
  timeline: ZoneDayTimeline
  moment: number
  counts: MomentCounts
  onMoment: (moment: number) => void
}

export function ZoneDaySlider({ timeline, moment, counts, onMoment }: Props) {
  const { from, to, changes } = timeline
  return (
    <TimeSlider
      from={from}
      to={to}
      moment={moment}
      words={describeCounts(counts)}
      labels={{ before: t`Previous change`, after: t`Next change` }}
      before={changes.findLast(at => at < moment)}
      after={changes.find(at => at > moment)}
      onMoment={onMoment}
    >
      <div className={classes.curveFrame}>
        <ShiftBands axis={timeline} shifts={timeline.shifts} />
        <PresenceCurve timeline={timeline} />
      </div>
    </TimeSlider>
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
