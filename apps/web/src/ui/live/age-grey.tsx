import { type ReactNode, useContext } from 'react'
import classes from './age-grey.module.css'
import { Stale } from './stale-context.ts'

type Props = { stale: boolean; children: ReactNode }

/**
 * Greys data that may no longer be true, and keeps it readable; ages inside are told to the second. Say its age beside it
 * (ErrorState `staleSince`).
 */
export function AgeGrey({ stale: isOld, children }: Props) {
  // Content inside something old is no younger.
  const stale = useContext(Stale) || isOld
  return (
    <Stale value={stale}>
      <div className={classes.age} data-stale={stale || undefined}>
        {children}
      </div>
    </Stale>
  )
}
