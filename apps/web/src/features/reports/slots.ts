import type { Report } from '@muster/contract/reports.ts'
import type { RowFilter } from '@muster/domain/report-rows.ts'
import type { ReactNode } from 'react'
import type { ReportRow } from './report-rows.ts'
import type { ReportParams } from './use-report.ts'

/** Renders a part of the page for a zone, or nothing if the reader may not see it in that zone. */
type RenderForZone = (zone: { id: string; name: string }) => ReactNode

/** Content that other features add to the page. A section that is missing, or has no zone, is not shown. */
export type ReportSlots = {
  /** Renders the button that downloads the report with the rows shown, beside the title. */
  download?: (shown: { question: ReportParams; report: Report; filter: RowFilter }) => ReactNode
  /** Renders content above a zone's report, such as unanswered objections. `onOpenDay` is set if the report can be read. */
  above?: (zone: { id: string; name: string }, onOpenDay?: (userId: string, day: string) => void) => ReactNode
  /** Renders content below a row's values, such as the corrections to a day. */
  ofRow?: (row: ReportRow, report: Report) => ReactNode
  /** Additional sections of the page. */
  hours?: RenderForZone
  mailing?: RenderForZone
}
