import { ActionIcon } from '@mantine/core'
import { IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react'
import { minuteOf, rowWords } from './day-words.ts'
import classes from './days.module.css'
import type { DayRow, ToldDay } from './tell-day.ts'

const minute = 60_000

type Props = {
  told: ToldDay
  moment: number
  now: DayRow | undefined
  outsideToo: boolean
  onMoment: (moment: number) => void
}

/**
 * The day as a strip with its gaps, and a slider over it by the minute. Two buttons go from reading to reading: in a day of
 * few the minutes between them are many.
 */
export function DaySlider({ told, moment, now, outsideToo, onMoment }: Props) {
  const { from, to, bars, readings } = told
  const place = (at: number) => `${((at - from) / (to - from)) * 100}%`
  const here = now?.kind === 'reading' ? now.at : moment
  const before = readings.findLast(({ at }) => at < here)
  const after = readings.find(({ at }) => at > moment)
  const last = Math.max(0, Math.floor((to - from - 1) / minute))
  return (
    <div className={classes.slider}>
      <ActionIcon
        size="input-sm"
        variant="default"
        aria-label="Reading before"
        disabled={!before}
        onClick={() => before && onMoment(before.at)}
      >
        <IconPlayerTrackPrev size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.track}>
        <div className={classes.strip} aria-hidden>
          {bars.map(bar => (
            <span
              key={bar.from}
              className={classes.bar}
              data-inside={bar.inside}
              style={{
                insetInlineStart: place(bar.from),
                width: `calc(${place(bar.to)} - ${place(bar.from)})`,
              }}
            />
          ))}
        </div>
        <input
          type="range"
          className={classes.range}
          aria-label="Time of day"
          aria-valuetext={`${minuteOf(moment)}: ${rowWords(now, outsideToo)}`}
          min={0}
          max={last}
          step={1}
          value={Math.min(last, Math.max(0, Math.floor((moment - from) / minute)))}
          // The end of the minute: what was read within it counts.
          onChange={event => onMoment(from + (Number(event.currentTarget.value) + 1) * minute - 1)}
        />
        <div className={classes.ends} aria-hidden>
          <span>{minuteOf(from)}</span>
          <span>{minuteOf((from + to) / 2)}</span>
          <span>{to - from >= 23 * 60 * minute ? '24:00' : minuteOf(to)}</span>
        </div>
      </div>
      <ActionIcon
        size="input-sm"
        variant="default"
        aria-label="Reading after"
        disabled={!after}
        onClick={() => after && onMoment(after.at)}
      >
        <IconPlayerTrackNext size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
