import { IconClockExclamation } from '@tabler/icons-react'
import { type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import { connectionStore } from '../../lib/connection-store.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import classes from './live-frame.module.css'
import { SaidStale, Stale } from './stale-context.ts'
import { useNotLive } from './use-not-live.ts'

/** What is shown and where it comes from. */
export type LiveSource = {
  /** When it was read (ms, a query's `dataUpdatedAt`); 0 or undefined while there is nothing to show. */
  loadedAt: number | undefined
  /** Reading it again failed: an ErrorState beside it says so, with its age. */
  failed?: boolean
  /** Not all of it is followed by the feed (as "last used" is not): it is as old as when it was read. */
  unfed?: boolean
}

type Props = LiveSource & { children: ReactNode }

/**
 * Stands around every list and figure that claims to be live. While it is not, it says so in words, with the age, and greys
 * what it frames: nothing in it keeps the colour of "inside". Buttons keep theirs, they still do something. In another frame it
 * leaves the words to that one, unless it has others.
 */
export function LiveFrame({ loadedAt, failed = false, unfed = false, children }: Props) {
  const notLive = useNotLive()
  const followed = useFollowed()
  const saidAround = useContext(SaidStale)
  const staleAround = useContext(Stale)
  const says = notLive && !failed ? (loadedAt ? 'age' : 'nothing') : undefined
  const stale = staleAround || notLive || failed
  return (
    <>
      {says && says !== saidAround && (
        <div className={classes.note} role="status">
          <IconClockExclamation size="1.125rem" aria-hidden />
          <span>
            {loadedAt ? (
              <>
                Not live. This is from <RelativeTime at={lastTrue(loadedAt, followed && !unfed)} bySeconds />.
              </>
            ) : (
              // While reading is tried again and again, empty shapes alone would look as if it came at any moment.
              'Not live. Nothing could be loaded yet.'
            )}
          </span>
        </div>
      )}
      <Stale value={stale}>
        <SaidStale value={says ?? saidAround}>
          <div className={classes.frame} data-stale={stale || undefined}>
            {children}
          </div>
        </SaidStale>
      </Stale>
    </>
  )
}

/** Whether it was shown while the feed was live. What is opened only later was left behind before, nobody knows by whom. */
function useFollowed(): boolean {
  const { downSince } = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const [followed, setFollowed] = useState(downSince === undefined)
  if (downSince === undefined && !followed) setFollowed(true)
  return followed
}

/** Until when it was known to be so: read then, or followed by the feed until the server was last heard of. */
function lastTrue(loadedAt: number, followed: boolean): string {
  return new Date(Math.max(loadedAt, (followed && connectionStore.heardAt()) || 0)).toISOString()
}
