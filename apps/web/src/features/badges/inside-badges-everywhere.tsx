import { Plural, Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { UnseenByBadge } from './unseen-by-badge.tsx'

/** Milliseconds after which an open page reads the numbers again. */
const refetchMs = 15_000

/** The people who are inside any zone by badge and not by phone, whom the number of people inside leaves out. */
export function InsideBadgesEverywhere() {
  const { data, refetch, isError } = useQuery(orpc.badges.insideCounts.queryOptions())
  useRefetchInterval(refetch, { everyMs: refetchMs })
  if (isError && !data)
    return (
      <Text c="dimmed">
        <Trans>Failed to load who is inside by badge</Trans>
      </Text>
    )
  if (!data || data.people === 0) return null
  return (
    <Text component="div" c="dimmed">
      <Trans>
        and <Plural value={data.people} one="# person by badge" other="# people by badge" />, in{' '}
        <Plural value={data.zones} one="# zone" other="# zones" />
      </Trans>{' '}
      <UnseenByBadge unseen={data.unseen} />
    </Text>
  )
}
