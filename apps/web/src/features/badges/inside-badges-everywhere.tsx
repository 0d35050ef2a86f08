import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'

/** The number of people by badge who came in too long ago to be certain. Renders nothing if there are none. */
const UnseenByBadge = ({ unseen }: { unseen: number }) =>
  unseen === 0 ? null : (
    <WarningWords bold>
      {plural(unseen, { one: '# of them not seen lately', other: '# of them not seen lately' })}
    </WarningWords>
  )

/** Milliseconds after which an open page reads the numbers again. */
const refetchMs = 15_000

/** The people who are inside any zone by badge and not by phone, whom the number of people inside leaves out. */
export function InsideBadgesEverywhere() {
  const query = useQuery(orpc.badges.insideCounts.queryOptions())
  const { data, refetch, isError } = query
  useRefetchInterval(refetch, { everyMs: refetchMs })
  return (
    <>
      {data && (data.people > 0 || isError) && (
        <Text component="div" c="dimmed">
          <Trans>
            and <Plural value={data.people} one="# person by badge" other="# people by badge" />, in{' '}
            <Plural value={data.zones} one="# zone" other="# zones" />
          </Trans>{' '}
          <UnseenByBadge unseen={data.unseen} />
        </Text>
      )}
      {isError && (
        <FailedLine
          text={t`Failed to load who is inside by badge`}
          error={query.error}
          onRetry={() => void refetch()}
          retrying={query.isFetching}
          staleSince={getStaleSince(query)}
        />
      )}
    </>
  )
}
