import type { Report } from '@muster/contract/reports.ts'
import type { RowFilter } from '@muster/domain/report-rows.ts'
import type { ReactNode } from 'react'
import type { ReportRow } from './report-rows.ts'
import type { ReportQuestion } from './use-report.ts'

/** The zone a part of the page is about. Nothing where the reader may not have the part there. */
type OfZone = (zone: { id: string; name: string }) => ReactNode

/** What other features put on the page. A part that is not given, or has no zone to be about, is not there. */
export type ReportSlots = {
  /** Beside the title: the report as a file, with the rows that show. */
  download?: (shown: { question: ReportQuestion; report: Report; filter: RowFilter }) => ReactNode
  /** Above the report of a zone, as objections that wait for an answer; where the report can be read, they lead to a day of it. */
  above?: (zone: { id: string; name: string }, onOpenDay?: (userId: string, day: string) => void) => ReactNode
  /** Below the facts of a row, as corrections of a day. */
  ofRow?: (row: ReportRow, report: Report) => ReactNode
  /** Further parts of the page. */
  hours?: OfZone
  mailing?: OfZone
}
