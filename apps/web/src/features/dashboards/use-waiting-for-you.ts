import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useOpenQuestions, useUnansweredBroadcasts } from '../broadcasts/public.ts'
import { useTrackingRequests } from '../sharing/public.ts'

/** Maximum number of files and of reports that are listed; their pages have the others. */
const maxRows = 3

/** Returns what waits for the signed-in person: in the zone, and invitations to others. */
export function useWaitingForYou(zoneId: string) {
  const { may, availableZones } = useSelectedZone()
  const openQuestions = useOpenQuestions()
  const { received } = useTrackingRequests()
  const { query: broadcasts, questions } = useUnansweredBroadcasts(zoneId)
  const filesToRead = useQuery({
    ...orpc.documents.files.queryOptions({ input: { zoneId, toRead: true, limit: maxRows } }),
    enabled: may('view_files'),
  })
  const reports = useQuery({
    ...orpc.hazards.list.queryOptions({ input: { zoneId, reportedByMe: true, limit: maxRows } }),
    enabled: may('report_hazards'),
  })
  const assigned = useQuery({
    ...orpc.hazards.list.queryOptions({ input: { zoneId, assigned: 'me', limit: maxRows } }),
    enabled: may('view_hazards'),
  })
  const groups = useQuery({
    ...orpc.groups.count.queryOptions({ input: { zoneId } }),
    enabled: may('view_groups'),
  })
  const reads = [broadcasts, filesToRead, reports, assigned, groups]
  const failedReads = reads.filter(read => read.isError)
  return {
    invitations: availableZones.filter(zone => zone.invited),
    // Urgent questions and requests for the position stand above every page, so here they only count.
    hasBars: openQuestions.total > 0 || received.length > 0,
    questions,
    filesToRead: filesToRead.data ?? { rows: [], next: null },
    unreadCount: groups.data?.unread ?? 0,
    reports: reports.data ?? { rows: [], next: null },
    assigned: assigned.data ?? { rows: [], next: null },
    isLoading: reads.some(read => read.isLoading),
    hasFailed: failedReads.length > 0,
    error: failedReads[0]?.error,
    isRetrying: failedReads.some(read => read.isFetching),
    retry: () => {
      for (const read of failedReads) void read.refetch()
    },
  }
}
