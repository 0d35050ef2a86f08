import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { FailedLine } from '../../ui/states/failed-line.tsx'

/** Says once for a list of zones that the people by badge, who are part of their figures, could not be read. */
export function BadgesFailedLine() {
  const query = useQuery(orpc.badges.zoneCounts.queryOptions())
  if (!query.isError) return null
  return (
    <FailedLine
      text={t`Failed to load who is inside by badge`}
      query={query}
      staleSince={getStaleSince(query)}
    />
  )
}
