import type { ReactNode } from 'react'

type Props = { stale: boolean; children: ReactNode }

/** Greys data that may no longer be true, and keeps it readable. Say its age beside it (ErrorState `staleSince`). */
export function AgeGrey({ stale, children }: Props) {
  return (
    <div
      data-stale={stale || undefined}
      style={{ filter: stale ? 'grayscale(1)' : undefined, transition: 'filter var(--m-motion)' }}
    >
      {children}
    </div>
  )
}
