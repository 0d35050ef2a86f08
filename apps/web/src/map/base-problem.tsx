import { Button } from '@mantine/core'
import classes from './map-surface.module.css'

type Props = {
  text: string
  /** The page is older than the choice of the map: its policy keeps the new one out. */
  isOutdated: boolean
  /** Without it nothing is offered. */
  onRetry: (() => void) | undefined
}

/** Why the map that was chosen is not there, and what helps. */
export function BaseProblem({ text, isOutdated, onRetry }: Props) {
  return (
    <div className={classes.word} role="status">
      <span>{isOutdated ? 'The map was changed after this page was opened.' : text}</span>{' '}
      <span>Here is the built-in map.</span>{' '}
      {onRetry && (
        <Button variant="default" onClick={isOutdated ? () => window.location.reload() : onRetry}>
          {isOutdated ? 'Reload' : 'Retry'}
        </Button>
      )}
    </div>
  )
}
