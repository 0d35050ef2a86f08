import { t } from '@lingui/core/macro'
import { Flex, Group } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { InsideTotal } from './inside-total.tsx'

/** Polling interval of the counts, in milliseconds. */
const refetchIntervalMs = 15_000

export function InsideAllSummary() {
  const counts = useQuery(orpc.presence.insideCounts.queryOptions())
  useRefetchInterval(counts.refetch, { everyMs: refetchIntervalMs })
  if (counts.isPending) return <ListSkeleton count={1} />
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={t`Currently Inside`}>
      {counts.isError && (
        <ErrorState
          title={t`Failed to load the people inside`}
          query={counts}
          staleSince={getStaleSince(counts)}
        />
      )}
      {counts.data && (
        <AgeGrey stale={counts.isError}>
          <Group justify="space-between" gap="8px 12px" data-no-print>
            <InsideTotal counts={counts.data} />
            <PageLink to={paths.insideNow} icon={IconUsersGroup}>
              {t`Inside now`}
            </PageLink>
          </Group>
        </AgeGrey>
      )}
    </Flex>
  )
}
