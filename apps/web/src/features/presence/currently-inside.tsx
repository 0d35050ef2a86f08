import { Button, VisuallyHidden } from '@mantine/core'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconClockExclamation, IconMapPinOff } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { InsidePerson } from './inside-person.tsx'
import classes from './presence-panel.module.css'

type Props = {
  panel: PresencePanel
  arrivals: ReadonlySet<string>
  /** On a page that says so itself, the heading is for screen readers alone. */
  headingHidden?: boolean
  /** Lists only those whose name holds every word of it; everybody is counted. */
  q?: string
  /** Between the number and the names: search, print, a file. */
  tools?: ReactNode
  /** Only so many are listed, and then what leads to the others. */
  short?: { most: number; others: ReactNode }
  /** Lists everybody at once: for paper. */
  everybody?: boolean
  /** Beside each person: the way to call them. */
  actionFor?: (person: PresencePanel['inside'][number]) => ReactNode
}

/** So many people are listed at a time: ten thousand rows with two clocks each would stop the page. */
const step = 100

/** The one big number and who it is, the longest inside first; apart from them those who were not seen for long. */
export function CurrentlyInside({
  panel,
  arrivals,
  headingHidden,
  q,
  tools,
  short,
  everybody,
  actionFor,
}: Props) {
  const headingId = useId()
  const staleId = useId()
  const { inside, maxCapacity } = panel
  const [shown, setShown] = useState(step)
  const now = useNow()
  const isFresh = ({ lastSeen }: { lastSeen: string }) => isSeenLately(Date.parse(lastSeen), now)
  const unseen = inside.filter(person => !isFresh(person)).length
  const found = withName(inside, q)
  const fresh = found.filter(isFresh)
  const stale = found.filter(person => !isFresh(person))
  const listed = everybody ? found.length : (short?.most ?? shown)
  const more = found.length - listed
  const shownFresh = fresh.slice(0, listed)
  const shownStale = stale.slice(0, Math.max(0, listed - fresh.length))
  return (
    <section className={classes.block} aria-labelledby={headingId}>
      <h2 id={headingId} className={headingHidden ? undefined : classes.heading}>
        {headingHidden ? <VisuallyHidden>Currently Inside</VisuallyHidden> : 'Currently Inside'}
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
          <InsideSplit inside={inside.length} unseen={unseen} />
        </div>
      </LiveTint>
      {tools}
      {inside.length === 0 && (
        <div className={classes.nobody}>
          <IconMapPinOff size={24} stroke={1.6} aria-hidden />
          Nobody is inside right now.
        </div>
      )}
      {inside.length > 0 && found.length === 0 && (
        <p className={classes.quiet}>Nobody inside is called that.</p>
      )}
      {shownFresh.length > 0 && (
        <ul className={classes.list} aria-labelledby={headingId}>
          {shownFresh.map(person => (
            <InsidePerson
              key={person.userId}
              person={person}
              arrived={arrivals.has(person.userId)}
              stale={false}
              action={actionFor?.(person)}
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
              <InsidePerson
                key={person.userId}
                person={person}
                arrived={arrivals.has(person.userId)}
                stale
                action={actionFor?.(person)}
              />
            ))}
          </ul>
        </>
      )}
      {short && inside.length > 0 && (
        <div className={classes.more}>
          <span className={classes.quiet}>{more > 0 && `And ${formatCount(more)} more.`}</span>
          {short.others}
        </div>
      )}
      {!short && more > 0 && (
        <div className={classes.more}>
          <span className={classes.quiet}>And {formatCount(more)} more.</span>
          <Button variant="default" onClick={() => setShown(count => count + step)}>
            Show {Math.min(step, more)} more
          </Button>
        </div>
      )}
    </section>
  )
}

/** Those whose name holds every word, in their order. */
function withName<Person extends { name: string }>(people: readonly Person[], q = ''): readonly Person[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return people.filter(({ name }) => words.every(word => name.toLowerCase().includes(word)))
}
