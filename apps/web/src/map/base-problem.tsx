import { t } from '@lingui/core/macro'
import { Box, Button } from '@mantine/core'

type Props = {
  text: string
  /** True if the map was chosen after the page was loaded, so that the page's policy blocks it. */
  isOutdated: boolean
  /** If undefined, no retry is offered. */
  onRetry: (() => void) | undefined
}

/** Explains why the chosen map is missing, and offers a remedy. */
export function BaseProblem({ text, isOutdated, onRetry }: Props) {
  return (
    <Box p="4px 10px" bdrs="sm" bg="var(--m-surface)" c="dimmed" role="status">
      <span>{isOutdated ? t`The map was changed after this page was opened.` : text}</span>{' '}
      <span>{t`The built-in map is shown instead.`}</span>{' '}
      {onRetry && (
        <Button variant="default" onClick={isOutdated ? () => window.location.reload() : onRetry}>
          {isOutdated ? t`Reload` : t`Retry`}
        </Button>
      )}
    </Box>
  )
}
