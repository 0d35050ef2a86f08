import type { Report } from '@muster/contract/reports.ts'
import type { ReactNode } from 'react'
import type { ReportRow } from './report-rows.ts'
import type { ReportQuestion } from './use-report.ts'

/** The zone a part of the page is about, with the reader's role there checked by the part itself. */
type OfZone = (zone: { id: string; name: string }) => ReactNode

/** What other features put on the page. A part that is not given, or has no zone to be about, is not there. */
export type ReportSlots = {
  /** Beside the title: the report as a file. */
  download?: (shown: { question: ReportQuestion; report: Report }) => ReactNode
  /** Above the report of a zone, as objections that wait for an answer. */
  above?: OfZone
  /** Below the facts of a row, as corrections of a day. */
  ofRow?: (row: ReportRow, report: Report) => ReactNode
  /** Further parts of the page. */
  hours?: OfZone
  mailing?: OfZone
}
