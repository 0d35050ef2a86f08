import classes from './days.module.css'
import { timeScale } from './time-slider.tsx'

type Span = { readonly from: number; readonly to: number }

/** The planned shifts as quiet bands behind what is drawn on a day's axis. */
export function ShiftBands({ axis, shifts }: { axis: Span; shifts: readonly Span[] }) {
  const toPosition = timeScale(axis)
  return shifts.map(({ from, to }) => (
    <span
      key={`${from}-${to}`}
      className={classes.shift}
      style={{
        insetInlineStart: toPosition(from),
        width: `calc(${toPosition(to)} - ${toPosition(from)})`,
      }}
    />
  ))
}
