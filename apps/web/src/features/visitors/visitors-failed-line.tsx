import { t } from '@lingui/core/macro'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { useVisitorsInside } from './use-visitors-inside.ts'

/** Says that the visitors in the number of people on the site could not be read, or not again. */
export function VisitorsFailedLine({ zoneId }: { zoneId: string }) {
  const visitors = useVisitorsInside(zoneId)
  if (!visitors.failed) return null
  return (
    <FailedLine
      text={t`Failed to load visitors`}
      error={visitors.error}
      onRetry={visitors.retry}
      retrying={visitors.isFetching}
      staleSince={visitors.staleSince}
    />
  )
}
