import type { ReportDocument } from '@muster/contract/report-document.ts'
import { findDirection } from '@muster/domain/language.ts'
import { dayOfRow, formatCells, isNumeric, kindOfTotal, sumColumns } from './format-cell.ts'
import type { Line, TextStyle, Typesetter } from './pdf-text.ts'

export const cellStyle = { weight: 400, size: 8.5, color: '#101828' } satisfies TextStyle
export const headStyle = { weight: 600, size: 8.5, color: '#101828' } satisfies TextStyle
/** Line height at the default text size, in points; a wide table uses a smaller size. */
const LINE = 12
const PADDING = { x: 5, y: 4 }
const SMALLEST = 5.5
/** The minimum width of long text, and the maximum width of a text column. */
const TEXT_LEAST = 72
const TEXT_MOST = 260

export type Row = { readonly cells: readonly (readonly Line[])[]; readonly height: number }
export type Table = {
  /** Left edges and widths in points, from the left edge of the table. */
  readonly columns: readonly { readonly x: number; readonly width: number; readonly right: boolean }[]
  /** Scale of the letters and spaces relative to the default size. */
  readonly scale: number
  readonly heading: Row
  readonly rows: readonly Row[]
  readonly totals: Row | null
}

/** Lays out a report's table for a width in points, with its text broken into lines. Reports its progress, 0 to 100. */
export function layOutTable(
  document: ReportDocument,
  type: Typesetter,
  width: number,
  onProgress: (percent: number) => void,
): Table {
  const { columns, rows, language } = document
  const { shown } = formatCells(document)
  const totals = sumColumns(document)
  const isRightToLeft = findDirection(language) === 'rtl'
  const texts = rows.map(row => {
    const day = dayOfRow(columns, row)
    return columns.map(({ kind }, at) => shown(row[at] ?? null, kind, day))
  })
  const totalTexts =
    totals && columns.map(({ kind }, at) => shown(totals[at] ?? null, kindOfTotal(totals[at], kind)))

  const wantedWidths = columns.map(({ label, kind }, at): ColumnWidth => {
    const heading = Math.max(...label.split(' ').map(word => type.measureWidth(word, headStyle)))
    let widest = Math.max(heading, totalTexts ? type.measureWidth(totalTexts[at] ?? '', headStyle) : 0)
    for (const row of texts) widest = Math.max(widest, type.measureWidth(row[at] ?? '', cellStyle))
    onProgress((50 * (at + 1)) / columns.length)
    const min = kind === 'text' ? Math.max(heading, Math.min(widest, TEXT_LEAST)) : widest
    const max = kind === 'text' ? Math.max(min, Math.min(widest, TEXT_MOST)) : widest
    return { least: min + 2 * PADDING.x + 0.5, most: max + 2 * PADDING.x + 0.5 }
  })
  const { widths, scale } = fit(wantedWidths, width)
  const padding = { x: PADDING.x * scale, y: PADDING.y * scale }
  const layOutRow = (cells: readonly string[], style: TextStyle): Row => {
    const set = scaled(style, scale)
    const lines = cells.map((text, at) => type.breakLines(text, set, (widths[at] ?? 0) - 2 * padding.x))
    return createRow(lines, scale)
  }
  return {
    columns: columns.map(({ kind }, at) => ({
      x: sum(isRightToLeft ? widths.slice(at + 1) : widths.slice(0, at)),
      width: widths[at] ?? 0,
      right: isNumeric(kind) !== isRightToLeft,
    })),
    scale,
    heading: layOutRow(
      columns.map(({ label }) => label),
      headStyle,
    ),
    rows: texts.map((row, at) => {
      onProgress(50 + (50 * at) / texts.length)
      return layOutRow(row, cellStyle)
    }),
    totals: totalTexts && layOutRow(totalTexts, headStyle),
  }
}

const sum = (widths: readonly number[]) => widths.reduce((all, each) => all + each, 0)

const scaled = (style: TextStyle, scale: number): TextStyle => ({ ...style, size: style.size * scale })

const createRow = (cells: Row['cells'], scale: number): Row => ({
  cells,
  height: scale * (LINE * Math.max(1, ...cells.map(lines => lines.length)) + 2 * PADDING.y),
})

type ColumnWidth = { readonly least: number; readonly most: number }

/**
 * Computes widths that fill the table. Text columns shrink first, down to a readable width, then the font size. A number, a time or
 * a word of the heading is not broken unless it is too wide even at the smallest size.
 */
function fit(wantedWidths: readonly ColumnWidth[], width: number): { widths: number[]; scale: number } {
  const min = sum(wantedWidths.map(it => it.least))
  const scale = Math.max(SMALLEST / cellStyle.size, Math.min(1, width / min))
  const spare = width / scale - min
  const wishes = sum(wantedWidths.map(it => it.most - it.least))
  const share = wishes > 0 ? Math.min(1, Math.max(0, spare) / wishes) : 0
  const widths = wantedWidths.map(it => it.least + share * (it.most - it.least))
  const left = width / scale - sum(widths)
  // The font cannot get any smaller, so shrink all columns.
  if (left < 0) return { widths: widths.map(each => (each * width) / sum(widths)), scale }
  return { widths: widths.map(each => (each + left / wantedWidths.length) * scale), scale }
}

/**
 * Splits a row taller than a page into parts that fit. The first part uses the remaining `left` points of the page, if any lines
 * fit there.
 */
export function splitRow(row: Row, { scale }: Table, left: number, max: number): Row[] {
  const linesIn = (height: number) => Math.floor((height / scale - 2 * PADDING.y) / LINE)
  const first = linesIn(left) >= 3 ? left : max
  const count = Math.max(...row.cells.map(lines => lines.length))
  const parts: Row[] = []
  for (let from = 0; from < count; ) {
    const to = from + Math.max(1, linesIn(parts.length === 0 ? first : max))
    const cells = row.cells.map(lines => lines.slice(from, to))
    parts.push(createRow(cells, scale))
    from = to
  }
  return parts
}

/** Draws a row with its upper edge at `y`. */
export function drawRow(
  type: Typesetter,
  { columns, scale }: Table,
  row: Row,
  { x, y, style }: { x: number; y: number; style: TextStyle },
): void {
  const set = scaled(style, scale)
  row.cells.forEach((lines, at) => {
    const column = columns[at]
    if (!column) return
    lines.forEach((line, number) => {
      const space = column.width - PADDING.x * scale - line.width
      const base = y + scale * (PADDING.y + (number + 0.78) * LINE)
      type.draw(line, x + column.x + (column.right ? space : PADDING.x * scale), base, set)
    })
  })
}
