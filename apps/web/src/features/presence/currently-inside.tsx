import { Button } from '@mantine/core'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { IconMapPinOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import tint from '../../ui/live-tint.module.css'
import { LiveTint } from '../../ui/live-tint.tsx'
import { PersonChip } from '../../ui/person-chip.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RoleBadge } from '../../ui/role-badge.tsx'
import { formatAccuracy } from './check-texts.ts'
import classes from './presence-panel.module.css'

type Props = { panel: PresencePanel; arrivals: ReadonlySet<string> }

/** So many people are listed at a time: ten thousand rows with two clocks each would stop the page. */
const step = 100

/** The one big number and who it is, the longest inside first. */
export function CurrentlyInside({ panel, arrivals }: Props) {
  const headingId = useId()
  const { inside, maxCapacity } = panel
  const [listed, setListed] = useState(step)
  const more = inside.length - listed
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
            {inside.length === 1 ? 'person' : 'people'} inside, capacity{' '}
            {formatCapacity(inside.length, maxCapacity)}
          </span>
        </div>
      </LiveTint>
      {inside.length === 0 ? (
        <div className={classes.nobody}>
          <IconMapPinOff size={24} stroke={1.6} aria-hidden />
          Nobody is inside right now.
        </div>
      ) : (
        <ul className={classes.list} aria-labelledby={headingId}>
          {inside.slice(0, listed).map(person => (
            <li
              key={person.userId}
              className={`${classes.row} ${tint.tint}`}
              data-changed={arrivals.has(person.userId) || undefined}
            >
              <PersonChip
                name={person.name}
                detail={
                  <>
                    <RoleBadge role={person.role} />
                    {person.accuracyMeters !== null && <span>{formatAccuracy(person.accuracyMeters)}</span>}
                  </>
                }
              />
              <span className={classes.side}>
                <span>
                  Since <RelativeTime at={person.since} form="clock" />
                </span>
                <span>
                  Seen <RelativeTime at={person.lastSeen} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <div className={classes.more}>
          <span className={classes.quiet}>
            And {formatCount(more)} more, who came later. Search for somebody under App Users.
          </span>
          <Button variant="default" onClick={() => setListed(count => count + step)}>
            Show {Math.min(step, more)} more
          </Button>
        </div>
      )}
    </section>
  )
}
