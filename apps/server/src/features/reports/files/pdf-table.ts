import type { ReportDocument } from '@muster/contract/report-document.ts'
import { findDirection } from '@muster/domain/language.ts'
import type { Line, TextStyle, Typesetter } from '../../../lib/pdf/pdf-text.ts'
import { findRowDay, formatCells, isNumeric, sumColumns, toTotalKind } from './format-cell.ts'

export const cellStyle = { weight: 400, size: 8.5, color: '#101828' } satisfies TextStyle
export const headStyle = { weight: 600, size: 8.5, color: '#101828' } satisfies TextStyle
/** Line height at the default text size, in points; a wide table uses a smaller size. */
const LINE_HEIGHT = 12
const PADDING = { x: 5, y: 4 }
const MIN_FONT_SIZE = 5.5
/** The minimum width of long text, and the maximum width of a text column, in points. */
const MIN_TEXT_WIDTH = 72
const MAX_TEXT_WIDTH = 260

export type Row = { readonly cells: readonly (readonly Line[])[]; readonly height: number }
export type Table = {
  /** Left edges and widths in points, from the left edge of the table. */
  readonly columns: readonly { readonly x: number; readonly width: number; readonly right: boolean }[]
  /** Scale of the text and spacing relative to the default size. */
  readonly scale: number
  readonly heading: Row
  readonly rows: readonly Row[]
  readonly totals: Row | null
}

/** Lays out a report's table for a width in points, with its text broken into lines. Reports the progress, 0 to 100. */
export function layOutTable(
  document: ReportDocument,
  typesetter: Pick<Typesetter, 'breakLines' | 'measureWidth'>,
  width: number,
  onProgress: (percent: number) => void,
): Table {
  const { columns, rows, language } = document
  const { shown } = formatCells(document)
  const totals = sumColumns(document)
  const isRightToLeft = findDirection(language) === 'rtl'
  const texts = rows.map(row => {
    const day = findRowDay(columns, row)
    return columns.map(({ kind }, at) => shown(row[at] ?? null, kind, day))
  })
  const totalTexts =
    totals && columns.map(({ kind }, at) => shown(totals[at] ?? null, toTotalKind(totals[at], kind)))

  const wantedWidths = columns.map(({ label, kind }, at): ColumnWidthRange => {
    const headingWidth = Math.max(...label.split(' ').map(word => typesetter.measureWidth(word, headStyle)))
    let widest = Math.max(
      headingWidth,
      totalTexts ? typesetter.measureWidth(totalTexts[at] ?? '', headStyle) : 0,
    )
    for (const row of texts) widest = Math.max(widest, typesetter.measureWidth(row[at] ?? '', cellStyle))
    onProgress((50 * (at + 1)) / columns.length)
    const minWidth = kind === 'text' ? Math.max(headingWidth, Math.min(widest, MIN_TEXT_WIDTH)) : widest
    const maxWidth = kind === 'text' ? Math.max(minWidth, Math.min(widest, MAX_TEXT_WIDTH)) : widest
    return { least: minWidth + 2 * PADDING.x + 0.5, most: maxWidth + 2 * PADDING.x + 0.5 }
  })
  const { widths, scale } = fitWidths(wantedWidths, width)
  const padding = { x: PADDING.x * scale, y: PADDING.y * scale }
  const layOutRow = (cells: readonly string[], style: TextStyle): Row => {
    const scaledStyle = scaleStyle(style, scale)
    const lines = cells.map((text, at) =>
      typesetter.breakLines(text, scaledStyle, (widths[at] ?? 0) - 2 * padding.x),
    )
    return createRow(lines, scale)
  }
  return {
    columns: columns.map(({ kind }, at) => ({
      x: sumWidths(isRightToLeft ? widths.slice(at + 1) : widths.slice(0, at)),
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

const sumWidths = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

const scaleStyle = (style: TextStyle, scale: number): TextStyle => ({ ...style, size: style.size * scale })

const createRow = (cells: Row['cells'], scale: number): Row => ({
  cells,
  height: scale * (LINE_HEIGHT * Math.max(1, ...cells.map(lines => lines.length)) + 2 * PADDING.y),
})

type ColumnWidthRange = { readonly least: number; readonly most: number }

/**
 * Narrows text columns to a readable width, then the font. Numbers, times and words of the heading break only if too wide at the
 * smallest.
 */
function fitWidths(
  wantedWidths: readonly ColumnWidthRange[],
  width: number,
): { widths: number[]; scale: number } {
  const minTotalWidth = sumWidths(wantedWidths.map(it => it.least))
  const scale = Math.max(MIN_FONT_SIZE / cellStyle.size, Math.min(1, width / minTotalWidth))
  const spareWidth = width / scale - minTotalWidth
  const totalGrowth = sumWidths(wantedWidths.map(it => it.most - it.least))
  const share = totalGrowth > 0 ? Math.min(1, Math.max(0, spareWidth) / totalGrowth) : 0
  const widths = wantedWidths.map(it => it.least + share * (it.most - it.least))
  const remainingWidth = width / scale - sumWidths(widths)
  // The font cannot get any smaller, so shrink all columns.
  if (remainingWidth < 0)
    return { widths: widths.map(columnWidth => (columnWidth * width) / sumWidths(widths)), scale }
  return {
    widths: widths.map(columnWidth => (columnWidth + remainingWidth / wantedWidths.length) * scale),
    scale,
  }
}

/**
 * Splits a row taller than a page into parts that fit. The first part uses the `remaining` points of the page if at least three
 * lines fit there.
 */
export function splitRow(row: Row, { scale }: Table, remaining: number, max: number): Row[] {
  const countLinesIn = (height: number) => Math.floor((height / scale - 2 * PADDING.y) / LINE_HEIGHT)
  const firstHeight = countLinesIn(remaining) >= 3 ? remaining : max
  const lineCount = Math.max(...row.cells.map(lines => lines.length))
  const slices: Row[] = []
  for (let start = 0; start < lineCount; ) {
    const end = start + Math.max(1, countLinesIn(slices.length === 0 ? firstHeight : max))
    const cells = row.cells.map(lines => lines.slice(start, end))
    slices.push(createRow(cells, scale))
    start = end
  }
  return slices
}

/** Draws a row with its upper edge at `y`. */
export function drawRow(
  typesetter: Typesetter,
  { columns, scale }: Table,
  row: Row,
  { x, y, style }: { x: number; y: number; style: TextStyle },
): void {
  const scaledStyle = scaleStyle(style, scale)
  row.cells.forEach((lines, at) => {
    const column = columns[at]
    if (!column) return
    lines.forEach((line, lineIndex) => {
      const freeWidth = column.width - PADDING.x * scale - line.width
      const baseline = y + scale * (PADDING.y + (lineIndex + 0.78) * LINE_HEIGHT)
      typesetter.draw(
        line,
        x + column.x + (column.right ? freeWidth : PADDING.x * scale),
        baseline,
        scaledStyle,
      )
    })
  })
}
