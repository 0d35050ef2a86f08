import { IconActivity, IconHelpCircle } from '@tabler/icons-react'
import { useId, useSyncExternalStore } from 'react'
import { connectionStore } from '../../lib/connection-store.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { useNotLive } from '../../ui/live/use-not-live.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './dashboard.module.css'

/** The parts and the words for each, as specified: said only while the server is heard of. */
const parts = [
  { name: 'Server', state: 'Online' },
  { name: 'Database', state: 'Active' },
  { name: 'Live feed', state: 'Operational' },
]

/** System Status. While the feed is down nothing of it is known, and it says that, and when it was last. */
export function SystemStatus() {
  const headingId = useId()
  const { state } = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const notLive = useNotLive()
  const heardAt = connectionStore.heardAt()
  // A short reconnect is no news; a page that has not heard of the server yet knows nothing.
  const known = state === 'live' || (heardAt !== undefined && !notLive)
  return (
    <section className={classes.card} aria-labelledby={headingId}>
      <div className={classes.row}>
        <IconActivity size={20} stroke={1.8} aria-hidden />
        <h2 id={headingId} className={classes.heading}>
          System Status
        </h2>
      </div>
      <dl className={classes.status}>
        {parts.map(({ name, state: word }) => (
          <div key={name}>
            <dt className={classes.quiet}>{name}</dt>
            <dd>{known ? <StatusBadge status="active" label={word} /> : <NotKnown heardAt={heardAt} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function NotKnown({ heardAt }: { heardAt: number | undefined }) {
  return (
    <Tag icon={IconHelpCircle} outlined>
      <span>
        Not known
        {heardAt !== undefined && (
          <>
            , last seen <RelativeTime at={new Date(heardAt).toISOString()} form="clock" />
          </>
        )}
      </span>
    </Tag>
  )
}
