import type { InsideCount } from '@muster/domain/freshness.ts'
import { IconClockExclamation } from '@tabler/icons-react'
import { formatSplit, formatUnseen } from '../../lib/format-count.ts'
import classes from './inside-split.module.css'

/** Beside a count that holds both: how many people are inside, and how many were not seen. Nothing where all were seen lately. */
export function InsideSplit({ inside, unseen }: InsideCount) {
  return unseen === 0 ? null : <Unseen>{formatSplit({ inside, unseen })}</Unseen>
}

/** Beside a count of people inside: how many more were not seen for the freshness limit. */
export function UnseenCount({ unseen }: Pick<InsideCount, 'unseen'>) {
  return unseen === 0 ? null : <Unseen>{formatUnseen(unseen)}</Unseen>
}

function Unseen({ children }: { children: string }) {
  return (
    <span className={classes.split}>
      <IconClockExclamation size="1rem" aria-hidden />
      {children}
    </span>
  )
}
