import { type ReactNode, useContext } from 'react'
import classes from './age-grey.module.css'
import { StaleContext } from './stale-context.ts'

type Props = { stale: boolean; children: ReactNode }

/**
 * Greys out possibly outdated data while keeping it legible; ages inside are shown to the second. Show the data's age beside it
 * (ErrorState `staleSince`).
 */
export function AgeGrey({ stale: isOld, children }: Props) {
  // Content inside stale content is stale, too.
  const isStale = useContext(StaleContext) || isOld
  return (
    <StaleContext value={isStale}>
      <div className={classes.age} data-stale={isStale || undefined}>
        {children}
      </div>
    </StaleContext>
  )
}
