import type { ReportDocument } from '@muster/contract/report-document.ts'
import { formatCells, isNumeric, kindOfTotal, totalsOf } from './format-cell.ts'
import type { Line, TextStyle, Typesetter } from './pdf-text.ts'

export const cellStyle = { weight: 400, size: 8.5, color: '#101828' } satisfies TextStyle
export const headStyle = { weight: 600, size: 8.5, color: '#101828' } satisfies TextStyle
export const lineHeight = 12
const PADDING = { x: 5, y: 4 }
/** The narrowest a column of text is made before columns of numbers give way too, in points. */
const TEXT_LEAST = 64
const TEXT_MOST = 260

export type Row = { readonly cells: readonly (readonly Line[])[]; readonly height: number }
export type Table = {
  /** Left edges and widths in points, from the left edge of the table. */
  readonly columns: readonly { readonly x: number; readonly width: number; readonly right: boolean }[]
  readonly heading: Row
  readonly rows: readonly Row[]
  readonly totals: Row | null
}

/** A report's table with its text broken into lines, for a width in points. */
export function layOutTable(document: ReportDocument, type: Typesetter, width: number): Table {
  const { columns, rows, timeZone } = document
  const { shown } = formatCells(timeZone)
  const totals = totalsOf(columns)
  const texts = rows.map(row => columns.map(({ kind }, at) => shown(row[at] ?? null, kind)))
  const totalTexts =
    totals && columns.map(({ kind }, at) => shown(totals[at] ?? null, kindOfTotal(totals[at], kind)))

  const natural = columns.map(({ label, kind }, at) => {
    const widest = Math.max(
      0,
      ...label.split(' ').map(word => type.widthOf(word, headStyle)),
      totalTexts ? type.widthOf(totalTexts[at] ?? '', headStyle) : 0,
    )
    let most = widest
    for (const row of texts) most = Math.max(most, type.widthOf(row[at] ?? '', cellStyle))
    return {
      width: 2 * PADDING.x + (kind === 'text' ? Math.min(most, TEXT_MOST) : most) + 0.5,
      isText: kind === 'text',
    }
  })
  const widths = fit(natural, width)
  const laid = (cells: readonly string[], style: TextStyle): Row => {
    const lines = cells.map((text, at) => type.linesOf(text, style, (widths[at] ?? 0) - 2 * PADDING.x))
    return { cells: lines, height: lineHeight * Math.max(1, ...lines.map(it => it.length)) + 2 * PADDING.y }
  }
  return {
    columns: columns.map(({ kind }, at) => ({
      x: widths.slice(0, at).reduce((sum, each) => sum + each, 0),
      width: widths[at] ?? 0,
      right: isNumeric(kind),
    })),
    heading: laid(
      columns.map(({ label }) => label),
      headStyle,
    ),
    rows: texts.map(row => laid(row, cellStyle)),
    totals: totalTexts && laid(totalTexts, headStyle),
  }
}

/** Widths that fill the table: columns of text take what is left, or give way first. */
function fit(natural: readonly { width: number; isText: boolean }[], width: number): number[] {
  const sum = (widths: readonly number[]) => widths.reduce((all, each) => all + each, 0)
  const left = width - sum(natural.map(it => it.width))
  if (left >= 0) {
    const share = left / Math.max(1, natural.length)
    return natural.map(it => it.width + share)
  }
  const room = natural.map(it => (it.isText ? Math.max(0, it.width - TEXT_LEAST) : 0))
  const given = Math.min(1, -left / Math.max(1, sum(room)))
  const narrowed = natural.map((it, at) => it.width - given * (room[at] ?? 0))
  const scale = Math.min(1, width / sum(narrowed))
  return narrowed.map(each => each * scale)
}

/** Draws a row with its upper edge at `y`. */
export function drawRow(
  type: Typesetter,
  { columns }: Table,
  row: Row,
  { x, y, style }: { x: number; y: number; style: TextStyle },
): void {
  row.cells.forEach((lines, at) => {
    const column = columns[at]
    if (!column) return
    lines.forEach((line, number) => {
      const space = column.width - PADDING.x - line.width
      const base = y + PADDING.y + (number + 0.78) * lineHeight
      type.draw(line, x + column.x + (column.right ? space : PADDING.x), base, style)
    })
  })
}
