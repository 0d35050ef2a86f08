import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import classes from './presence-panel.module.css'

export type InsideCounts = { people: number; unseen: number; zones: number; zonesOverCapacity: number }

type Props = { counts: InsideCounts; children?: ReactNode }

/** The big number of an administrator: how many people are inside all zones, and how many of them were not seen lately. */
export function InsideTotal({ counts: { people, unseen, zones }, children }: Props) {
  const where = people === 0 ? '' : `, in ${formatCount(zones)} ${zones === 1 ? 'zone' : 'zones'}`
  return (
    <LiveTint value={people}>
      <div className={classes.count}>
        <span className={classes.figure} data-testid="inside-everywhere">
          {formatCount(people)}
        </span>
        <span className={classes.quiet}>
          {people === 1 ? 'person' : 'people'} inside{where}
        </span>
        <InsideSplit inside={people} unseen={unseen} />
        {children}
      </div>
    </LiveTint>
  )
}
