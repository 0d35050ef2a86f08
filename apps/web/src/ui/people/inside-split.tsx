import type { InsideCount } from '@muster/domain/freshness.ts'
import { IconClockExclamation } from '@tabler/icons-react'
import { formatSplit } from '../../lib/format-count.ts'
import classes from './inside-split.module.css'

/** Beside a count of people inside: how many of them were seen lately and how many not. Nothing where all were. */
export function InsideSplit({ inside, unseen }: InsideCount) {
  if (unseen === 0) return null
  return (
    <span className={classes.split}>
      <IconClockExclamation size="1rem" aria-hidden />
      {formatSplit({ inside, unseen })}
    </span>
  )
}
