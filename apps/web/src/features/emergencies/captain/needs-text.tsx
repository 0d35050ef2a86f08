import { IconAccessible } from '@tabler/icons-react'
import classes from './captain.module.css'
import { needsLabel } from './captain-words.ts'

/** What a person needs to leave, in their own words. */
export const NeedsText = ({ needs }: { needs: string }) => (
  <div className={classes.needs}>
    <IconAccessible size="1.25rem" aria-hidden />
    <span>
      {needsLabel} <span dir="auto">{needs}</span>
    </span>
  </div>
)
