import { msg } from '@lingui/core/runtime-macro'
import { createWallClock } from '@muster/domain/report-period.ts'
import { localDay, localShortDay } from '../texts/local-day.ts'
import { render } from '../texts/render.ts'
import type { Text } from '../texts/text.ts'
import { startPdf } from './pdf-paper.ts'
import type { TextStyle } from './pdf-text.ts'

const millimetre = 72 / 25.4
/** A4. Letter is shorter and wider; 45 rows fit on both. */
const page = { width: 210 * millimetre, height: 297 * millimetre, margin: 10 * millimetre }
const rowHeight = 5 * millimetre
const headHeight = 12 * millimetre
const padding = 1.5 * millimetre
const colors = { line: '#999999', text: '#000000' }
const titleStyle = { weight: 600, size: 13, color: colors.text } satisfies TextStyle
const headStyle = { weight: 600, size: 9, color: colors.text } satisfies TextStyle
const cellStyle = { weight: 400, size: 9, color: colors.text } satisfies TextStyle
const factStyle = { weight: 400, size: 7.5, color: colors.text } satisfies TextStyle
const factLineHeight = 9
const numberWidth = 10
const tickWidth = 13

export type PdfRow = {
  /** The number in the whole roll, from 1. */
  readonly number: number
  /** Starts a section with this heading, also at the top of a page that continues it. */
  readonly section: Text
  readonly isBold: boolean
  /** In the order of the columns. */
  readonly cells: readonly string[]
  /** Makes the row a line of text about the person above instead, without number and box. */
  readonly note?: string
}

export type PdfSheets = {
  readonly title: string
  readonly language: string
  /** The time of the snapshot in milliseconds. */
  readonly at: number
  /** The line below the title of each page, without those that are false. */
  readonly facts: readonly (Text | false)[]
  /** The columns between the number and the box to tick; a width is in millimetres, and a column without one takes the rest. */
  readonly columns: readonly { readonly label: Text; readonly width?: number }[]
  /** From `toRollPages`: at most 45 rows a page, and fewer with more than two sections. */
  readonly pages: readonly (readonly PdfRow[])[]
  /** Stands on the only page of an empty roll. */
  readonly emptyText: Text
  /** Called after each page with the percentage that is drawn. */
  readonly onProgress?: ((percent: number) => void) | undefined
}

/** Writes a roll as PDF, like a printed one: a numbered row with a box to tick for each person, and the facts on every page. */
export function toSheetPdf({
  title,
  language,
  at,
  facts,
  columns: inner,
  pages,
  emptyText,
  onProgress,
}: PdfSheets): Promise<Buffer> {
  const renderText = (text: Text) => render(text, language)
  const pdf = startPdf({ title, language, at, paper: page })
  const { doc, typesetter, innerWidth, drawRule } = pdf
  const fixedWidth = inner.reduce((sum, { width = 0 }) => sum + width, numberWidth + tickWidth) * millimetre
  const columns = [
    { label: msg`No.`, width: numberWidth },
    ...inner,
    { label: msg`Here`, width: tickWidth },
  ].map(({ label, width }) => ({
    label,
    width: width === undefined ? innerWidth - fixedWidth : width * millimetre,
  }))
  /** Draws a text on one line that fits into a column's width, with its baseline at `y`. */
  const drawText = (text: string, left: number, width: number, y: number, style: TextStyle) => {
    const fit = typesetter.fitLine(text, style, width)
    pdf.drawLine(fit.line, left, y, fit.style)
  }
  const toLeft = (index: number) =>
    page.margin + columns.slice(0, index).reduce((sum, column) => sum + column.width, 0)
  const drawCells = (texts: readonly string[], y: number, style: TextStyle) =>
    texts.forEach((text, index) => {
      const width = (columns[index]?.width ?? 0) - 2 * padding
      drawText(text, toLeft(index) + padding, width, y + 0.68 * rowHeight, style)
    })
  const drawBox = (y: number) => {
    const size = 3.4 * millimetre
    const left = toLeft(columns.length - 1) + (tickWidth * millimetre - size) / 2
    doc
      .rect(pdf.toLeftEdge(left, size), y + (rowHeight - size) / 2, size, size)
      .lineWidth(0.85)
      .stroke(colors.text)
  }

  const factText = facts
    .filter(it => it !== false)
    .map(renderText)
    .join(' · ')
  pages.forEach((pageRows, index) => {
    doc.addPage()
    const pageNumber = pdf.renderPageNumber(index, pages.length)
    const pageNumberWidth = typesetter.measureWidth(pageNumber, headStyle) + 1
    drawText(title, page.margin, innerWidth - pageNumberWidth - 6 * millimetre, page.margin + 13, titleStyle)
    drawText(
      pageNumber,
      page.margin + innerWidth - pageNumberWidth,
      pageNumberWidth,
      page.margin + 13,
      headStyle,
    )
    const firstFact = page.margin + 26
    const factsEnd = pdf.drawLines(factText, firstFact, factLineHeight, factStyle)
    let y = page.margin + headHeight + factsEnd - firstFact - factLineHeight
    drawCells(
      columns.map(({ label }) => renderText(label)),
      y,
      headStyle,
    )
    y += rowHeight
    drawRule(y, 1.1, colors.text)
    let section: string | undefined
    for (const row of pageRows) {
      const rowSection = renderText(row.section)
      if (rowSection !== section) {
        section = rowSection
        drawText(rowSection, page.margin + padding, innerWidth, y + 0.68 * rowHeight, headStyle)
        y += rowHeight
        drawRule(y, 0.6, colors.text)
      }
      const style = row.isBold ? headStyle : cellStyle
      if (row.note === undefined) {
        drawCells([String(row.number), ...row.cells, ''], y, style)
        drawBox(y)
      } else {
        const left = toLeft(1) + padding
        drawText(row.note, left, page.margin + innerWidth - left - padding, y + 0.68 * rowHeight, style)
      }
      y += rowHeight
      drawRule(y, 0.4, colors.line)
    }
    if (pageRows.length === 0)
      drawText(renderText(emptyText), page.margin + padding, innerWidth, y + 14, cellStyle)
    onProgress?.((100 * (index + 1)) / pages.length)
  })
  return pdf.end()
}

/** Formats times in the time zone of a roll: on another day than `at` with the date. */
export function createRollClock({
  timeZone,
  language,
  at,
}: {
  readonly timeZone: string
  readonly language: string
  readonly at: number
}) {
  const toWallTime = createWallClock(timeZone)
  const toDay = (ms: number) => new Date(toWallTime(ms)).toISOString().slice(0, 10)
  const toTime = (ms: number) => new Date(toWallTime(ms)).toISOString().slice(11, 16)
  return {
    time: (ms: number) =>
      toDay(ms) === toDay(at) ? toTime(ms) : `${render(localShortDay(toDay(ms)), language)}, ${toTime(ms)}`,
    moment: (ms: number) => `${render(localDay(toDay(ms)), language)}, ${toTime(ms)} (${timeZone})`,
  }
}
