import { buffer } from 'node:stream/consumers'
import { msg } from '@lingui/core/runtime-macro'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import { findDirection } from '@muster/domain/language.ts'
import PDFDocument from 'pdfkit'
import { render } from '../../../lib/texts/render.ts'
import type { Text } from '../../../lib/texts/text.ts'
import { aboutLines, formatCells, narrowedLines, toTitle } from './format-cell.ts'
import { listFonts } from './pdf-fonts.ts'
import { cellStyle, drawRow, headStyle, layOutTable, type Row, splitRow, type Table } from './pdf-table.ts'
import { createTypesetter, type PdfDocument, type TextStyle, type Typesetter } from './pdf-text.ts'
import type { TellPercent } from './render-report.ts'

/** Page margin in points; pages are A4 landscape. */
const MARGIN = 36
const PAGE = { width: 841.89, height: 595.28 }
const INNER = PAGE.width - 2 * MARGIN
const FOOT = PAGE.height - MARGIN - 12
const colors = { text: '#101828', quiet: '#5B6678', line: '#D0D5DD', band: '#F7F8FA', head: '#EEF0F3' }
const quiet = { weight: 400, size: 8.5, color: colors.quiet } satisfies TextStyle
/** Layout's share of the total work, for the progress; the rest is drawing. */
const LAYING = 0.6
const TILE = { height: 46, gap: 8, inRow: 4 }

type Page = { readonly top: number; readonly rows: Row[]; hasTotals: boolean }

/** Writes a report as PDF: its description, figures as tiles, the table with its heading on every page, and totals at the end. */
export async function toPdf(document: ReportDocument, onProgress: TellPercent = () => {}): Promise<Buffer> {
  const { language } = document
  const say = (text: Text) => render(text, language)
  const title = `${say(toTitle(document))}: ${document.subject}`
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Muster', Producer: 'Muster', CreationDate: new Date(document.madeAt) },
  })
  const content = buffer(doc)
  for (const weight of [400, 600] as const)
    for (const { name, path } of listFonts(weight)) doc.registerFont(name, path)
  const type = createTypesetter(doc, language)
  const place = placeIn(language)
  const table = layOutTable(document, type, INNER, percent => onProgress(percent * LAYING))

  doc.addPage()
  const tableTop = drawFigures(doc, type, document, drawTitle(type, document))
  const pages = paginate(table, tableTop)
  pages.forEach((page, number) => {
    if (number > 0) doc.addPage()
    let y = page.top
    const next = (row: Row, style: TextStyle, fill?: string) => {
      if (fill) doc.rect(MARGIN, y, INNER, row.height).fill(fill)
      drawRow(type, table, row, { x: MARGIN, y, style })
      y += row.height
    }
    next(table.heading, headStyle, colors.head)
    for (const [at, row] of page.rows.entries()) next(row, cellStyle, at % 2 === 1 ? colors.band : undefined)
    if (document.rows.length === 0)
      for (const line of type.breakLines(
        say(msg`There is no data for these days. Choose other days.`),
        quiet,
        INNER,
      ))
        type.draw(line, place(MARGIN + 5, line.width), y + 16, quiet)
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + INNER, y)
      .lineWidth(0.75)
      .stroke(colors.quiet)
    if (page.hasTotals && table.totals) next(table.totals, headStyle)
    drawFoot(type, place, title, say(msg`Page ${{ page: number + 1 }} of ${{ pages: pages.length }}`))
    onProgress(100 * (LAYING + ((1 - LAYING) * (number + 1)) / pages.length))
  })
  doc.end()
  return content
}

type Place = (left: number, width: number) => number

/** Returns a function for the left edge of an element: `left` itself in left-to-right languages, mirrored in others. */
const placeIn = (language: string): Place =>
  findDirection(language) === 'rtl' ? (left, width) => PAGE.width - left - width : left => left

/** Distributes the rows over pages. */
function paginate(table: Table, firstTop: number): Page[] {
  const { heading, rows, totals } = table
  const max = FOOT - 8 - MARGIN - heading.height
  const pages: Page[] = []
  let left = 0
  const begin = (top: number) => {
    pages.push({ top, rows: [], hasTotals: false })
    left = FOOT - 8 - top - heading.height
  }
  begin(firstTop)
  const put = (row: Row) => {
    if (row.height > left) begin(MARGIN)
    pages.at(-1)?.rows.push(row)
    left -= row.height
  }
  for (const row of rows) {
    const isBegun = pages.at(-1)?.rows.length !== 0
    if (row.height <= (isBegun ? max : left)) put(row)
    else for (const part of splitRow(row, table, left, max)) put(part)
  }
  if (totals) {
    if (totals.height > left) begin(MARGIN)
    const last = pages.at(-1)
    if (last) last.hasTotals = true
  }
  return pages
}

/** Draws the title and returns the position of its lower edge. */
function drawTitle(type: Typesetter, document: ReportDocument): number {
  let y = MARGIN
  const place = placeIn(document.language)
  const put = (text: string, style: TextStyle, height: number) => {
    for (const line of type.breakLines(text, style, INNER)) {
      type.draw(line, place(MARGIN, line.width), y + 0.8 * height, style)
      y += height
    }
  }
  put(render(toTitle(document), document.language), { weight: 600, size: 18, color: colors.text }, 24)
  put(document.subject, { weight: 600, size: 12, color: colors.text }, 17)
  const narrowed = narrowedLines(document)
  for (const [label, name] of narrowed) put(`${label}: ${name}`, { ...cellStyle, size: 10 }, 15)
  const [days, zone, createdLine, rowsLine, left] = aboutLines(document).slice(2 + narrowed.length)
  put(days?.[1] ?? '', { ...cellStyle, size: 10 }, 15)
  put(
    [zone, createdLine, rowsLine, left]
      .flatMap(each => (each ? `${each[0]}${each === rowsLine ? ' ' : ': '}${each[1]}` : []))
      .join('  ·  '),
    quiet,
    14,
  )
  return y + 8
}

function drawFigures(doc: PdfDocument, type: Typesetter, document: ReportDocument, top: number): number {
  const { figures } = document
  const { shown } = formatCells(document)
  const place = placeIn(document.language)
  if (figures.length === 0) return top
  const inRow = Math.min(TILE.inRow, figures.length)
  const width = (INNER - (TILE.inRow - 1) * TILE.gap) / TILE.inRow
  figures.forEach(({ label, value, kind }, at) => {
    const left = MARGIN + (at % inRow) * (width + TILE.gap)
    const y = top + Math.floor(at / inRow) * (TILE.height + TILE.gap)
    doc.roundedRect(place(left, width), y, width, TILE.height, 4).lineWidth(0.75).stroke(colors.line)
    const one = (text: string, base: number, style: TextStyle) => {
      const [line] = type.breakLines(text, style, width - 16)
      if (line) type.draw(line, place(left + 8, line.width), y + base, style)
    }
    one(label, 15, quiet)
    one(shown(value, kind) || '–', 35, { weight: 600, size: 14, color: colors.text })
  })
  return top + Math.ceil(figures.length / inRow) * (TILE.height + TILE.gap) + 6
}

function drawFoot(type: Typesetter, place: Place, title: string, page: string): void {
  const width = type.measureWidth(page, quiet)
  const [line] = type.breakLines(title, quiet, INNER - width - 20)
  const [number] = type.breakLines(page, quiet, INNER)
  const base = PAGE.height - MARGIN + 4
  if (line) type.draw(line, place(MARGIN, line.width), base, quiet)
  if (number) type.draw(number, place(MARGIN + INNER - width, width), base, quiet)
}
