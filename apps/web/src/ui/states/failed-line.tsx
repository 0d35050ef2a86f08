import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { RelativeTime } from '../time/relative-time.tsx'
import classes from './failed-line.module.css'

type Props = {
  /** The error message, in the specification's words. */
  text: string
  onRetry: () => void
  retrying: boolean
  /** ISO instant of the last good data, when it is still shown (greyed) below. */
  staleSince?: string | undefined
}

/** Loading a part of a card failed: what ErrorState says, in a line. */
export function FailedLine({ text, onRetry, retrying, staleSince }: Props) {
  return (
    <div className={classes.failed} role="alert">
      <IconAlertTriangle size="1.125rem" aria-hidden />
      <span>
        {text}
        {staleSince && (
          <>
            {'. This is from '}
            <RelativeTime at={staleSince} bySeconds />.
          </>
        )}
      </span>
      <Button variant="default" loading={retrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
