import { formatCount } from '../../lib/format-count.ts'
import classes from './days.module.css'
import type { ToldZoneDay } from './tell-zone-day.ts'
import { TimeSlider } from './time-slider.tsx'

type Props = {
  told: ToldZoneDay
  moment: number
  inside: number
  onMoment: (moment: number) => void
}

/** How many were inside over the day, under it the slider, which also goes from one who came or went to the next. */
export function ZoneDaySlider({ told, moment, inside, onMoment }: Props) {
  const { from, to, changes } = told
  return (
    <TimeSlider
      from={from}
      to={to}
      moment={moment}
      words={`${formatCount(inside)} inside`}
      stop="Change"
      before={changes.findLast(at => at < moment)}
      after={changes.find(at => at > moment)}
      onMoment={onMoment}
    >
      <Curve told={told} />
    </TimeSlider>
  )
}

/** Steps over the day, as high as the most that were inside. */
function Curve({ told: { from, to, steps, peak } }: Pick<Props, 'told'>) {
  const x = (at: number) => (((at - from) / (to - from)) * 1_000).toFixed(1)
  const y = (inside: number) => (100 - (inside / Math.max(1, peak.inside)) * 96).toFixed(1)
  const path = steps.map(step => `V${y(step.inside)}H${x(step.to)}`).join('')
  return (
    <svg className={classes.curve} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden>
      <path d={`M0 100${path}V100Z`} />
    </svg>
  )
}
