import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportKind } from '@muster/domain/report.ts'
import type { RowFilter } from '@muster/domain/report-rows.ts'
import type { DaySpan } from '@muster/domain/report-span.ts'

/**
 * A requested report. Without a zone it covers all zones whose reports the person may read or, if they name themselves, their own
 * attendance. Days are on the zone's calendar, both included.
 */
export type ReportRequest = DaySpan & {
  readonly kind: ReportKind
  readonly zoneId: string | null
  readonly groupId: string | null
  readonly userId: string | null
  /** For a file with the rows filtered on screen. */
  readonly rows?: RowFilter
}

/**
 * Makes a report as a person sees it, limited to those of `zoneIds` they may still read; for nobody (null) as the database owner,
 * about the requested zone only. PIN entry was checked before. Reports its progress, 0 to 100, and stops when `signal` aborts.
 */
export type MakeReport = (
  request: ReportRequest,
  actor: { readonly userId: string; readonly zoneIds: readonly string[] } | null,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
) => Promise<ReportDocument>
