import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportKind } from '@muster/domain/report.ts'
import type { RowFilter } from '@muster/domain/report-rows.ts'
import type { DaySpan } from '@muster/domain/report-span.ts'

/** Without a zone: all readable ones or, if `userId` is the requester, their own. Days are inclusive, in the zone's time zone. */
export type ReportRequest = DaySpan & {
  readonly kind: ReportKind
  readonly zoneId: string | null
  readonly groupId: string | null
  readonly userId: string | null
  /** The filter applied on screen, for a file with only those rows. */
  readonly rows?: RowFilter
}

/**
 * As the person sees it, limited to those of `zoneIds` they may still read; null `actor`: as the owner, only the requested zone. The
 * caller has checked PIN entry. Progress is 0 to 100.
 */
export type MakeReport = (
  request: ReportRequest,
  actor: { readonly userId: string; readonly zoneIds: readonly string[] } | null,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
) => Promise<ReportDocument>
