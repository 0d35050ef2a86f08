import { type ReactNode, useContext } from 'react'
import classes from './age-grey.module.css'
import { Stale } from './stale-context.ts'

type Props = { stale: boolean; children: ReactNode }

/**
 * Greys out possibly outdated data while keeping it legible; ages inside are shown to the second. Show the data's age beside it
 * (ErrorState `staleSince`).
 */
export function AgeGrey({ stale: isOld, children }: Props) {
  // Content inside stale content is stale, too.
  const stale = useContext(Stale) || isOld
  return (
    <Stale value={stale}>
      <div className={classes.age} data-stale={stale || undefined}>
        {children}
      </div>
    </Stale>
  )
}
