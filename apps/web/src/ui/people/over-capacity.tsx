import { IconAlertTriangle } from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import classes from './over-capacity.module.css'

/** The warning beside a count of people inside where there are more than the zone is made for; nothing otherwise. */
export function OverCapacity({ inside, max }: { inside: number; max: number | null }) {
  if (max === null || inside <= max) return null
  return (
    <span className={classes.over}>
      <IconAlertTriangle size="1rem" aria-hidden />
      {formatCount(inside - max)} over capacity
    </span>
  )
}
