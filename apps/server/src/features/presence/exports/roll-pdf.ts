import { buffer } from 'node:stream/consumers'
import { msg, plural } from '@lingui/core/runtime-macro'
import { findDirection } from '@muster/domain/language.ts'
import { limits } from '@muster/domain/limits.ts'
import { createWallClock } from '@muster/domain/report-period.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import PDFDocument from 'pdfkit'
import { listFonts } from '../../../lib/pdf/pdf-fonts.ts'
import { createTypesetter, type Line, type TextStyle } from '../../../lib/pdf/pdf-text.ts'
import { localDay, localShortDay } from '../../../lib/texts/local-day.ts'
import { render } from '../../../lib/texts/render.ts'
import type { Text } from '../../../lib/texts/text.ts'
import type { RollDocument, RollDocumentRow } from './roll-document.ts'

const millimetre = 72 / 25.4
/** A4. Letter is shorter and wider; 45 rows fit on both. */
const page = { width: 210 * millimetre, height: 297 * millimetre, margin: 10 * millimetre }
const innerWidth = page.width - 2 * page.margin
const rowHeight = 5 * millimetre
const headHeight = 12 * millimetre
const padding = 1.5 * millimetre
const colors = { line: '#999999', text: '#000000' }
const titleStyle = { weight: 600, size: 13, color: colors.text } satisfies TextStyle
const headStyle = { weight: 600, size: 9, color: colors.text } satisfies TextStyle
const cellStyle = { weight: 400, size: 9, color: colors.text } satisfies TextStyle
const factStyle = { weight: 400, size: 7.5, color: colors.text } satisfies TextStyle
const factLineHeight = 9
/** Stands beside the time of a position that may be fake; the facts explain it. */
const MOCK_MARK = '*'

/** The columns and their widths; the name takes what the others leave. */
const widths = { number: 10, name: 0, phone: 38, seen: 32, here: 13 }
const fixedWidth = Object.values(widths).reduce((sum, width) => sum + width, 0) * millimetre
const columns = [
  { key: 'number', label: msg`No.`, width: widths.number * millimetre },
  { key: 'name', label: msg`Name`, width: innerWidth - fixedWidth },
  { key: 'phone', label: msg`Phone`, width: widths.phone * millimetre },
  { key: 'seen', label: msg`Last seen`, width: widths.seen * millimetre },
  { key: 'here', label: msg`Here`, width: widths.here * millimetre },
] as const

/** Writes a roll as PDF, like the printed one: 45 people a page, each with a box to tick, and the facts on every page. */
export async function toRollPdf(roll: RollDocument): Promise<Buffer> {
  const { zoneName, language, at, rows, inside, unseen, visitors } = roll
  const renderText = (text: Text) => render(text, language)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: zoneName, Creator: 'Muster', Producer: 'Muster', CreationDate: new Date(at) },
  })
  const content = buffer(doc)
  for (const weight of [400, 600] as const)
    for (const { name, path } of listFonts(weight)) doc.registerFont(name, path)
  const typesetter = createTypesetter(doc, language)
  const isRightToLeft = findDirection(language) === 'rtl'
  const clock = createClock(roll)

  const drawAt = (line: Line, left: number, y: number, style: TextStyle) =>
    typesetter.draw(line, isRightToLeft ? page.width - left - line.width : left, y, style)
  /** Draws a text on one line that fits into a column's width, with its baseline at `y`. */
  const drawText = (text: string, left: number, width: number, y: number, style: TextStyle) => {
    const fit = typesetter.fitLine(text, style, width)
    drawAt(fit.line, left, y, fit.style)
  }
  const drawLine = (y: number, width: number, color: string) =>
    doc
      .moveTo(page.margin, y)
      .lineTo(page.margin + innerWidth, y)
      .lineWidth(width)
      .stroke(color)
  const toLeft = (index: number) =>
    page.margin + columns.slice(0, index).reduce((sum, column) => sum + column.width, 0)
  const drawCells = (texts: readonly string[], y: number, style: TextStyle) =>
    texts.forEach((text, index) => {
      const width = (columns[index]?.width ?? 0) - 2 * padding
      drawText(text, toLeft(index) + padding, width, y + 0.68 * rowHeight, style)
    })
  const drawBox = (y: number) => {
    const size = 3.4 * millimetre
    const left = toLeft(columns.length - 1) + (widths.here * millimetre - size) / 2
    doc
      .rect(isRightToLeft ? page.width - left - size : left, y + (rowHeight - size) / 2, size, size)
      .lineWidth(0.85)
      .stroke(colors.text)
  }

  const facts = [
    clock.moment(at),
    renderText(msg`${{ inside }} inside, ${{ unseen }} not seen`),
    visitors > 0 && renderText(visitorCount(visitors)),
    rows.length - visitors < inside + unseen &&
      renderText(msg`Only the first ${{ listed: rows.length - visitors }} people who came in are listed.`),
    renderText(msg`People who came or left later aren’t on this list.`),
    rows.some(({ mock }) => mock) && `${MOCK_MARK} ${renderText(msg`position may be fake`)}`,
  ]
  const factLines = typesetter.breakLines(facts.filter(Boolean).join(' · '), factStyle, innerWidth)
  const pages = toRollPages(rows)
  pages.forEach((pageRows, index) => {
    doc.addPage()
    const pageNumber = renderText(msg`Page ${{ page: index + 1 }} of ${{ pages: pages.length }}`)
    const numberWidth = typesetter.measureWidth(pageNumber, headStyle) + 1
    drawText(zoneName, page.margin, innerWidth - numberWidth - 6 * millimetre, page.margin + 13, titleStyle)
    drawText(pageNumber, page.margin + innerWidth - numberWidth, numberWidth, page.margin + 13, headStyle)
    factLines.forEach((line, lineIndex) => {
      drawAt(line, page.margin, page.margin + 26 + lineIndex * factLineHeight, factStyle)
    })
    let y = page.margin + headHeight + (factLines.length - 1) * factLineHeight
    drawCells(
      columns.map(({ label }) => renderText(label)),
      y,
      headStyle,
    )
    y += rowHeight
    drawLine(y, 1.1, colors.text)
    pageRows.forEach((row, rowIndex) => {
      const previous = pageRows[rowIndex - 1]
      if (previous === undefined || toPart(previous) !== toPart(row)) {
        const heading = headings[toPart(row)](roll)
        drawText(renderText(heading), page.margin + padding, innerWidth, y + 0.68 * rowHeight, headStyle)
        y += rowHeight
        drawLine(y, 0.6, colors.text)
      }
      drawCells(toCells(row, clock.time(row.lastSeen)), y, row.isUnseen ? headStyle : cellStyle)
      drawBox(y)
      y += rowHeight
      drawLine(y, 0.4, colors.line)
    })
    if (pageRows.length === 0)
      drawText(renderText(msg`Nobody was inside.`), page.margin + padding, innerWidth, y + 14, cellStyle)
  })
  doc.end()
  return content
}

/** The parts of a roll: people not seen, people inside, and visitors. */
const toPart = ({ isUnseen, visitor }: RollDocumentRow) =>
  visitor === undefined ? (isUnseen ? 'unseen' : 'inside') : 'visitors'

const headings = {
  unseen: ({ unseen }: RollDocument) => unseenHeading(unseen),
  inside: ({ inside }: RollDocument) => msg`Inside: ${{ inside }}`,
  visitors: ({ visitors }: RollDocument) => msg`Visitors, with the time of signing in: ${{ visitors }}`,
}

const visitorCount = (visitors: number) =>
  msg`${plural({ visitors }, { one: '# visitor', other: '# visitors' })}`

const unseenHeading = (unseen: number) =>
  msg`Not seen for ${plural({ minutes: limits.presenceStaleMs / 60_000 }, { one: '# minute', other: '# minutes' })}: ${{ unseen }}`

const toCells = (row: RollDocumentRow, time: string) => [
  String(row.number),
  // The code comes first, so that it is not cut off after a long name.
  [[row.code, row.name].filter(Boolean).join(' '), row.visitor].filter(Boolean).join(' · '),
  row.phone ?? '–',
  row.mock ? `${time} ${MOCK_MARK}` : time,
  '',
]

/** Formats times in the time zone of the roll: on another day with the date. */
function createClock({ timeZone, language, at }: RollDocument) {
  const toWallTime = createWallClock(timeZone)
  const toDay = (ms: number) => new Date(toWallTime(ms)).toISOString().slice(0, 10)
  const toTime = (ms: number) => new Date(toWallTime(ms)).toISOString().slice(11, 16)
  return {
    time: (ms: number) =>
      toDay(ms) === toDay(at) ? toTime(ms) : `${render(localShortDay(toDay(ms)), language)}, ${toTime(ms)}`,
    moment: (ms: number) => `${render(localDay(toDay(ms)), language)}, ${toTime(ms)} (${timeZone})`,
  }
}
