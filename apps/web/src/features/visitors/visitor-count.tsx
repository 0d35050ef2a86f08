import { plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { useVisitorsInside } from './use-visitors-inside.ts'

/** The number of visitors beside that of the people inside, which does not include them. */
export function VisitorCount({ zoneId }: { zoneId: string }) {
  const visitors = useVisitorsInside(zoneId)
  const isStale = visitors.staleSince !== undefined && visitors.failed
  return (
    <>
      {(visitors.inside > 0 || isStale) && (
        <Text span inherit fw={600} data-testid="visitor-count">
          {plural(visitors.inside, { one: '# visitor', other: '# visitors' })}
        </Text>
      )}
      {visitors.failed && (
        <FailedLine
          text={t`Failed to load visitors`}
          error={visitors.error}
          onRetry={visitors.retry}
          retrying={visitors.isFetching}
          staleSince={visitors.staleSince}
        />
      )}
    </>
  )
}
