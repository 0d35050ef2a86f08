import type { ReportDocument } from '@muster/contract/report-document.ts'
import { csvText } from '../../../lib/csv.ts'
import { formatCells, kindOfTotal, totalsOf } from './format-cell.ts'

/** Without it spreadsheets read UTF-8 as something else. */
const BOM = '\uFEFF'

/** A report as CSV: heading, rows, totals. */
export async function toCsv({ columns, rows, timeZone }: ReportDocument): Promise<Buffer> {
  const { plain } = formatCells(timeZone)
  const totals = totalsOf(columns)
  const lines = [
    columns.map(({ label }) => label),
    ...rows.map(row => columns.map(({ kind }, at) => plain(row[at] ?? null, kind))),
    ...(totals
      ? [columns.map(({ kind }, at) => plain(totals[at] ?? null, kindOfTotal(totals[at], kind)))]
      : []),
  ]
  return Buffer.from(BOM + csvText(lines))
}
