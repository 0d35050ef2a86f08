import { IconAccessible } from '@tabler/icons-react'
import classes from './captain.module.css'
import { needsLabel } from './captain-words.ts'

export const NeedsText = ({ needs }: { needs: string }) => (
  <div className={classes.needs}>
    <IconAccessible size="1.25rem" aria-hidden />
    <span>
      {needsLabel} <span dir="auto">{needs}</span>
    </span>
  </div>
)
