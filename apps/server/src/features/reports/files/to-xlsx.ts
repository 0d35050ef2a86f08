import { msg } from '@lingui/core/runtime-macro'
import type { ColumnKind, ReportCell, ReportDocument } from '@muster/contract/report-document.ts'
import { findDirection } from '@muster/domain/language.ts'
import type { Cell, CellObject, Row } from 'write-excel-file/node'
import { toCell, writeWorkbook } from '../../../lib/workbook.ts'
import {
  createAboutLines,
  findRowDay,
  formatCells,
  isNumeric,
  sumColumns,
  toHeading,
  toTotalKind,
} from './format-cell.ts'
import type { OnProgress } from './render-report.ts'

/** Number of rows sampled for column widths. */
const SAMPLE_ROWS = 500
/** Column widths in characters. */
const WIDTH_LIMITS = { least: 9, most: 44 }

const formatByKind: Partial<Record<ColumnKind, string>> = {
  day: 'yyyy-mm-dd',
  time: 'hh:mm',
  moment: 'yyyy-mm-dd hh:mm',
  count: '#,##0',
  minutes: '#,##0',
}

/**
 * Writes a report as a workbook: the table with a frozen heading, and a second sheet that describes it. Text stays text, whatever
 * it begins with; times are in the report's time zone.
 */
export async function toXlsx(document: ReportDocument, onProgress: OnProgress = () => {}): Promise<Buffer> {
  const { columns, rows, language } = document
  const { typed, shown } = formatCells(document)
  const createCell = (value: ReportCell, kind: ColumnKind, style: Partial<CellObject> = {}): Cell => {
    const content = typed(value, kind)
    if (content === null || content === '') return { ...style }
    const format = formatByKind[kind] ?? (typeof content === 'number' ? 'General' : undefined)
    return toCell(content, { ...style, ...(typeof content !== 'string' && { format }) })
  }
  /** A time on a day other than its row's is shown with the day. */
  const toKindInRow = (value: ReportCell, kind: ColumnKind, day: string | undefined): ColumnKind => {
    const content = kind === 'time' && day !== undefined ? typed(value, kind) : null
    return content instanceof Date && content.toISOString().slice(0, 10) !== day ? 'moment' : kind
  }
  const isRightToLeft = findDirection(language) === 'rtl'
  const bold = { fontWeight: 'bold' } as const
  const headingRow = columns.map(column =>
    toCell(toHeading(column, language), {
      align: isNumeric(column.kind) === isRightToLeft ? 'left' : 'right',
      ...bold,
    }),
  )
  const bodyRows = rows.map((row, rowIndex) => {
    // The library reports no progress for the other half.
    onProgress((50 * rowIndex) / rows.length)
    const day = findRowDay(columns, row)
    return columns.map(({ kind }, at) => createCell(row[at] ?? null, toKindInRow(row[at] ?? null, kind, day)))
  })
  const totals = sumColumns(document)
  const totalsRows: Row[] = totals
    ? [
        columns.map(({ kind }, at) =>
          createCell(totals[at] ?? null, toTotalKind(totals[at], kind), {
            ...bold,
            topBorderStyle: 'thin',
          }),
        ),
      ]
    : []
  const widths = columns.map((column, at) => {
    const lengths = rows
      .slice(0, SAMPLE_ROWS)
      .map(row => shown(row[at] ?? null, column.kind, findRowDay(columns, row)).length)
    const widest = Math.max(toHeading(column, language).length, ...lengths) + 2
    return { width: Math.min(WIDTH_LIMITS.most, Math.max(WIDTH_LIMITS.least, widest)) }
  })
  const aboutRows: Row[] = [
    ...createAboutLines(document).map(
      ([label, value]): Row => [toCell(label, bold), toCell(value, { wrap: true })],
    ),
    ...document.figures.map(
      (figure): Row => [
        toCell(toHeading(figure, language), bold),
        createCell(figure.value, figure.kind, { align: isRightToLeft ? 'right' : 'left' }),
      ],
    ),
  ]
  return writeWorkbook(language, [
    {
      name: msg`Report`,
      rows: [headingRow, ...bodyRows, ...totalsRows],
      columns: widths,
      hasHeading: true,
    },
    { name: msg`About`, rows: aboutRows, columns: [{ width: 26 }, { width: 60 }] },
  ])
}
