import { Button } from '@mantine/core'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconClockExclamation, IconMapPinOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { InsidePerson } from './inside-person.tsx'
import classes from './presence-panel.module.css'

type Props = { panel: PresencePanel; arrivals: ReadonlySet<string> }

/** So many people are listed at a time: ten thousand rows with two clocks each would stop the page. */
const step = 100

/** The one big number and who it is, the longest inside first; apart from them those who were not seen for long. */
export function CurrentlyInside({ panel, arrivals }: Props) {
  const headingId = useId()
  const staleId = useId()
  const { inside, maxCapacity } = panel
  const [listed, setListed] = useState(step)
  const more = inside.length - listed
  const now = useNow()
  const isFresh = ({ lastSeen }: { lastSeen: string }) => isSeenLately(Date.parse(lastSeen), now)
  const fresh = inside.filter(isFresh)
  const stale = inside.filter(person => !isFresh(person))
  const shownFresh = fresh.slice(0, listed)
  const shownStale = stale.slice(0, Math.max(0, listed - fresh.length))
  return (
    <section className={classes.block} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        Currently Inside
      </h2>
      <LiveTint value={inside.length}>
        <div className={classes.count}>
          <span className={classes.figure} data-testid="inside-count">
            {formatCount(inside.length)}
          </span>
          <span className={classes.quiet}>
            {inside.length === 1 ? 'person' : 'people'} inside
            {maxCapacity !== null && `, capacity ${formatCapacity(inside.length, maxCapacity)}`}
          </span>
          <InsideSplit inside={inside.length} unseen={stale.length} />
        </div>
      </LiveTint>
      {inside.length === 0 && (
        <div className={classes.nobody}>
          <IconMapPinOff size={24} stroke={1.6} aria-hidden />
          Nobody is inside right now.
        </div>
      )}
      {shownFresh.length > 0 && (
        <ul className={classes.list} aria-labelledby={headingId}>
          {shownFresh.map(person => (
            <InsidePerson
              key={person.userId}
              person={person}
              arrived={arrivals.has(person.userId)}
              stale={false}
            />
          ))}
        </ul>
      )}
      {shownStale.length > 0 && (
        <>
          <h3 id={staleId} className={`${classes.subheading} ${classes.doubt}`}>
            <IconClockExclamation size={18} aria-hidden />
            Not seen for {limits.presenceStaleMs / 60_000} minutes: {formatCount(stale.length)}
          </h3>
          <ul className={classes.list} aria-labelledby={staleId}>
            {shownStale.map(person => (
              <InsidePerson key={person.userId} person={person} arrived={arrivals.has(person.userId)} stale />
            ))}
          </ul>
        </>
      )}
      {more > 0 && (
        <div className={classes.more}>
          <span className={classes.quiet}>
            And {formatCount(more)} more. Search for somebody under App Users.
          </span>
          <Button variant="default" onClick={() => setListed(count => count + step)}>
            Show {Math.min(step, more)} more
          </Button>
        </div>
      )}
    </section>
  )
}
