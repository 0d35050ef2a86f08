import type { ReportDocument, ReportKind } from '@muster/contract/report-document.ts'
import type { Role } from '@muster/domain/role.ts'

/** What a report is to be of. Days are of the calendar of the zone, both included. */
export type ReportWish = {
  readonly kind: ReportKind
  /** Null: all zones the actor may see. */
  readonly zoneId: string | null
  readonly groupId: string | null
  readonly userId: string | null
  readonly from: string
  readonly to: string
}

/**
 * Makes a report as somebody may see it; for nobody (null) as the owner of the database, of the zone of the wish alone. Tells from time
 * to time how far it is, 0 to 100, and gives up when `signal` says so.
 */
export type MakeReport = (
  wish: ReportWish,
  actor: { readonly userId: string; readonly role: Role } | null,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
) => Promise<ReportDocument>
