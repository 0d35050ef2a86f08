import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportKind } from '@muster/domain/report.ts'
import type { RowFilter } from '@muster/domain/report-rows.ts'
import type { DaySpan } from '@muster/domain/report-span.ts'

/**
 * A requested report. Without a zone it covers all zones whose reports the person may read or, if `userId` is the requester, their
 * own attendance. Both days are inclusive and in the zone's time zone.
 */
export type ReportRequest = DaySpan & {
  readonly kind: ReportKind
  readonly zoneId: string | null
  readonly groupId: string | null
  readonly userId: string | null
  /** The filter applied on screen, for a file with only those rows. */
  readonly rows?: RowFilter
}

/**
 * A function that builds a report as a person sees it, limited to those of `zoneIds` they may still read. If `actor` is null, the
 * report is built as the database owner and covers only the requested zone. The caller has checked PIN entry. The function reports
 * its progress, 0 to 100, and stops when `signal` aborts.
 */
export type MakeReport = (
  request: ReportRequest,
  actor: { readonly userId: string; readonly zoneIds: readonly string[] } | null,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
) => Promise<ReportDocument>
