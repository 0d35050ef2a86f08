import { Plural, Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'

/** Milliseconds after which an open page reads the numbers again. */
const refetchMs = 15_000

/** The visitors who are signed in to any zone, whom the number of people inside leaves out. */
export function VisitorsEverywhere() {
  const { data, refetch, isError } = useQuery(orpc.visitors.insideCounts.queryOptions())
  useRefetchInterval(refetch, { everyMs: refetchMs })
  if (isError && !data)
    return (
      <Text c="dimmed">
        <Trans>Failed to load visitors</Trans>
      </Text>
    )
  if (!data || data.visitors === 0) return null
  return (
    <Text component="div" c="dimmed" data-testid="visitors-everywhere">
      <Trans>
        and <Plural value={data.visitors} one="# visitor" other="# visitors" />, in{' '}
        <Plural value={data.zones} one="# zone" other="# zones" />
      </Trans>
    </Text>
  )
}
