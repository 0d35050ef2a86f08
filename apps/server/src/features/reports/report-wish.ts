import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportKind } from '@muster/domain/report.ts'
import type { RowFilter } from '@muster/domain/report-rows.ts'
import type { DaySpan } from '@muster/domain/report-span.ts'

/**
 * A report that somebody asks for. Without a zone it is about all of which they may read reports or, where they name themselves, about
 * their own attendance. Days are of the calendar of the zone, both included.
 */
export type ReportWish = DaySpan & {
  readonly kind: ReportKind
  readonly zoneId: string | null
  readonly groupId: string | null
  readonly userId: string | null
  /** For a file of the rows that show on the screen. */
  readonly rows?: RowFilter
}

/**
 * Makes a report as somebody sees it, of those of `zoneIds` that are still theirs to read; for nobody (null) as the owner of the database,
 * of the zone of the wish alone. Whether the zones were entered was asked before. Tells from time to time how far it is, 0 to 100, and
 * gives up when `signal` says so.
 */
export type MakeReport = (
  wish: ReportWish,
  actor: { readonly userId: string; readonly zoneIds: readonly string[] } | null,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
) => Promise<ReportDocument>
