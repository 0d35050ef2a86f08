import { type ReactNode, useContext } from 'react'
import classes from './age-grey.module.css'
import { StaleContext } from './stale-context.ts'

type Props = { stale: boolean; children: ReactNode }

/** Keeps it legible; relative times inside count seconds. Show the age beside it, for example with `staleSince` of ErrorState. */
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
