import { IconClockExclamation } from '@tabler/icons-react'
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { RelativeTime } from '../time/relative-time.tsx'
import { type Claims, createLiveClaims, LiveClaims } from './live-claims.ts'
import classes from './one-note.module.css'

/** Says once, above them, that the frames in it are not live, and from when they are. Whoever is much older says that beside it. */
export function OneNote({ children }: { children: ReactNode }) {
  const noteId = useId()
  const [claims] = useState(() => createLiveClaims(noteId))
  return (
    <LiveClaims value={claims}>
      <Note claims={claims} />
      {children}
    </LiveClaims>
  )
}

function Note({ claims }: { claims: Claims }) {
  const age = useSyncExternalStore(claims.subscribe, claims.noted)
  if (age === undefined) return null
  return (
    <div className={classes.note} role="status" id={claims.noteId}>
      <IconClockExclamation size="1.125rem" aria-hidden />
      <span>
        {age > 0 ? (
          <>
            Not live. This is from <RelativeTime at={new Date(age).toISOString()} bySeconds />.
          </>
        ) : (
          // While reading is tried again and again, empty shapes alone would look as if it came at any moment.
          nothingYet
        )}
      </span>
    </div>
  )
}

export const nothingYet = 'Not live. Nothing could be loaded yet.'
