import { type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import { connectionStore } from '../../lib/connection-store.ts'
import { CardMark } from './card-mark.tsx'
import { LiveClaims, useClaim } from './live-claims.ts'
import classes from './live-frame.module.css'
import { OneNote } from './one-note.tsx'
import { Stale } from './stale-context.ts'
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
 * what it frames: nothing in it keeps the colour of "inside". Buttons keep theirs, they still do something. On a page it leaves
 * the words to the page's one note, unless it is much older; with nothing around it that says them, it says them itself.
 */
export function LiveFrame(props: Props) {
  const isAlone = useContext(LiveClaims) === undefined
  if (!isAlone) return <Framed {...props} />
  return (
    <OneNote>
      <Framed {...props} />
    </OneNote>
  )
}

function Framed({ loadedAt, failed = false, unfed = false, children }: Props) {
  const notLive = useNotLive()
  const followed = useFollowed()
  const staleAround = useContext(Stale)
  const age = notLive && !failed ? lastTrue(loadedAt ?? 0, followed && !unfed) : undefined
  const noteId = useClaim(age)
  const stale = staleAround || notLive || failed
  // Of frames in frames the outermost one is described: the others would only say it again.
  const isDescribed = age !== undefined && noteId !== undefined && !staleAround
  return (
    <>
      {age !== undefined && <CardMark age={age} isNoted={noteId !== undefined} />}
      <Stale value={stale}>
        <div
          className={classes.frame}
          data-stale={stale || undefined}
          role={isDescribed ? 'group' : undefined}
          aria-describedby={isDescribed ? noteId : undefined}
        >
          {children}
        </div>
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
function lastTrue(loadedAt: number, followed: boolean): number {
  return loadedAt && Math.max(loadedAt, (followed && connectionStore.heardAt()) || 0)
}
