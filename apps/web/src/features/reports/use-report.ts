import type { Report } from '@muster/contract/reports.ts'
import type { ReportKind } from '@muster/domain/report.ts'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

type Days = { from: string; to: string }

/** The request: a report of one zone, of all zones, or the reader's own. */
export type ReportQuestion =
  | ({ of: 'zone'; zoneId: string; kind: ReportKind; groupId?: string; userId?: string } & Days)
  | ({ of: 'all'; kind: ReportKind } & Days)
  | ({ of: 'mine'; kind: 'attendance' } & Days)

function reportOptions(question: ReportQuestion) {
  const { from, to, kind } = question
  if (question.of === 'mine') return orpc.reports.mine.queryOptions({ input: { from, to } })
  if (question.of === 'all') return orpc.reports.all.queryOptions({ input: { kind, from, to } })
  const { zoneId, groupId, userId } = question
  return orpc.reports.zone.queryOptions({
    input: { zoneId, kind, from, to, ...(groupId && { groupId }), ...(userId && { userId }) },
  })
}

/** Returns the subject of a report: its query key without the days. Data of another subject is never shown as a placeholder. */
function reportSubject(key: QueryKey): string {
  const [path, how] = key as [string[], { input?: Record<string, unknown> }]
  const { from, to, ...subject } = how.input ?? {}
  return JSON.stringify([path, subject])
}

/** Loads the report. While other days load, the previous ones stay (`isPlaceholderData`). */
export function useReport(question: ReportQuestion) {
  const options = reportOptions(question) as ReturnType<typeof orpc.reports.mine.queryOptions>
  return useQuery({
    ...options,
    placeholderData: (before: Report | undefined, of: { queryKey: QueryKey } | undefined) =>
      of && reportSubject(of.queryKey) === reportSubject(options.queryKey) ? before : undefined,
  })
}
