import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { FailedLine } from '../../ui/states/failed-line.tsx'

/** Milliseconds after which an open page reads the numbers again. */
const refetchMs = 15_000

/** The visitors who are signed in to any zone, whom the number of people inside leaves out. */
export function VisitorsEverywhere() {
  const query = useQuery(orpc.visitors.insideCounts.queryOptions())
  const { data, refetch, isError } = query
  useRefetchInterval(refetch, { everyMs: refetchMs })
  return (
    <>
      {data && (data.visitors > 0 || isError) && (
        <Text component="div" c="dimmed" data-testid="visitors-everywhere">
          <Trans>
            and <Plural value={data.visitors} one="# visitor" other="# visitors" />, in{' '}
            <Plural value={data.zones} one="# zone" other="# zones" />
          </Trans>
        </Text>
      )}
      {isError && (
        <FailedLine
          text={t`Failed to load visitors`}
          error={query.error}
          onRetry={() => void refetch()}
          retrying={query.isFetching}
          staleSince={getStaleSince(query)}
        />
      )}
    </>
  )
}
