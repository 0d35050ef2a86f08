import type { ReportDocument } from '@muster/contract/report-document.ts'
import { formatCsv } from '../../../lib/csv.ts'
import { createAboutLines, formatCells, sumColumns, toHeading, toTotalKind } from './format-cell.ts'

/** Without a byte order mark spreadsheets misread UTF-8. */
const BOM = '\uFEFF'

/**
 * Writes a report as CSV: heading, rows, totals. Programs treat the first line as the heading and an empty line as the end of the
 * data, so the description and the figures, which cover more than the rows, come after an empty line, with each label in the first cell.
 */
export async function toCsv(document: ReportDocument): Promise<Buffer> {
  const { columns, rows, language } = document
  const { plain } = formatCells(document)
  const totals = sumColumns(document)
  const lines = [
    columns.map(column => toHeading(column, language)),
    ...rows.map(row => columns.map(({ kind }, at) => plain(row[at] ?? null, kind))),
    ...(totals
      ? [columns.map(({ kind }, at) => plain(totals[at] ?? null, toTotalKind(totals[at], kind)))]
      : []),
    [''],
    ...createAboutLines(document),
    ...document.figures.map(figure => [toHeading(figure, language), plain(figure.value, figure.kind)]),
  ]
  return Buffer.from(BOM + formatCsv(lines))
}
