import type { ReportDocument } from '@muster/contract/report-document.ts'
import { csvText } from '../../../lib/csv.ts'
import { aboutLines, formatCells, headingOf, kindOfTotal, totalsOf } from './format-cell.ts'

/** Without it spreadsheets read UTF-8 as something else. */
const BOM = '\uFEFF'

/**
 * A report as CSV: heading, rows, totals. Programs take the first line for the heading and a line without cells for the end, so what the
 * report is about stands after one, each fact with its name in the first cell.
 */
export async function toCsv(document: ReportDocument): Promise<Buffer> {
  const { columns, rows, timeZone } = document
  const { plain } = formatCells(timeZone)
  const totals = totalsOf(columns)
  const lines = [
    columns.map(headingOf),
    ...rows.map(row => columns.map(({ kind }, at) => plain(row[at] ?? null, kind))),
    ...(totals
      ? [columns.map(({ kind }, at) => plain(totals[at] ?? null, kindOfTotal(totals[at], kind)))]
      : []),
    [''],
    ...aboutLines(document),
  ]
  return Buffer.from(BOM + csvText(lines))
}
