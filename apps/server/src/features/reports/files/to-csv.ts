import type { ReportDocument } from '@muster/contract/report-document.ts'
import { formatCsv } from '../../../lib/csv.ts'
import { createAboutLines, formatCells, sumColumns, toHeading, toTotalKind } from './format-cell.ts'

/** Without a byte order mark spreadsheets misread UTF-8. */
const BOM = '\uFEFF'

/** Programs end the data at an empty line, so description and figures, which cover more than the rows, follow one. */
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
