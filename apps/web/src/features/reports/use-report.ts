import { i18n } from '@lingui/core'
import type { Report } from '@muster/contract/reports.ts'
import type { ReportKind } from '@muster/domain/report.ts'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

type DateRange = { from: string; to: string }

/** The request for a report: on one zone, on all zones, or the reader's own. */
export type ReportParams =
  | ({ of: 'zone'; zoneId: string; kind: ReportKind; groupId?: string; userId?: string } & DateRange)
  | ({ of: 'all'; kind: ReportKind } & DateRange)
  | ({ of: 'mine'; kind: 'attendance' } & DateRange)

function reportQueryOptions(params: ReportParams) {
  const { from, to, kind } = params
  if (params.of === 'mine') return orpc.reports.mine.queryOptions({ input: { from, to } })
  if (params.of === 'all') return orpc.reports.all.queryOptions({ input: { kind, from, to } })
  const { zoneId, groupId, userId } = params
  return orpc.reports.zone.queryOptions({
    input: { zoneId, kind, from, to, ...(groupId && { groupId }), ...(userId && { userId }) },
  })
}

/** Returns the subject of a report: its query key without the days. Only data with the same subject is shown as a placeholder. */
function reportSubject(key: QueryKey): string {
  const [path, options] = key as [string[], { input?: Record<string, unknown> }]
  const { from, to, ...subject } = options.input ?? {}
  return JSON.stringify([path, subject])
}

/** Loads the report. While other days load, the previous report stays on screen (`isPlaceholderData`). */
export function useReport(params: ReportParams) {
  const options = reportQueryOptions(params) as ReturnType<typeof orpc.reports.mine.queryOptions>
  return useQuery({
    ...options,
    // The server writes a report in the reader's language, and the stored one of another language must not be shown.
    queryKey: [...options.queryKey, i18n.locale] as unknown as typeof options.queryKey,
    placeholderData: (
      previousReport: Report | undefined,
      previousQuery: { queryKey: QueryKey } | undefined,
    ) =>
      previousQuery && reportSubject(previousQuery.queryKey) === reportSubject(options.queryKey)
        ? previousReport
        : undefined,
  })
}
