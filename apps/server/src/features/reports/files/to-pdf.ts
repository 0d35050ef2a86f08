import { buffer } from 'node:stream/consumers'
import { msg } from '@lingui/core/runtime-macro'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import { findDirection } from '@muster/domain/language.ts'
import PDFDocument from 'pdfkit'
import { listFonts } from '../../../lib/pdf/pdf-fonts.ts'
import {
  createTypesetter,
  type PdfDocument,
  type TextStyle,
  type Typesetter,
} from '../../../lib/pdf/pdf-text.ts'
import { render } from '../../../lib/texts/render.ts'
import type { Text } from '../../../lib/texts/text.ts'
import { createAboutLines, createFilterLines, formatCells, toTitle } from './format-cell.ts'
import { cellStyle, drawRow, headStyle, layOutTable, type Row, splitRow, type Table } from './pdf-table.ts'
import type { OnProgress } from './render-report.ts'

/** Page margin in points; pages are A4 landscape. */
const MARGIN = 36
const PAGE_SIZE = { width: 841.89, height: 595.28 }
const INNER_WIDTH = PAGE_SIZE.width - 2 * MARGIN
const FOOTER_TOP = PAGE_SIZE.height - MARGIN - 12
const colors = { text: '#101828', quiet: '#5B6678', line: '#D0D5DD', band: '#F7F8FA', head: '#EEF0F3' }
const quietStyle = { weight: 400, size: 8.5, color: colors.quiet } satisfies TextStyle
/** Layout's share of the total work, for the progress; the rest is drawing. */
const LAYOUT_PROGRESS_SHARE = 0.6
const TILE = { height: 46, gap: 8, inRow: 4 }

type Page = { readonly top: number; readonly rows: Row[]; hasTotals: boolean }

/** Writes a report as PDF: its description, figures as tiles, the table with its heading on every page, and totals at the end. */
export async function toPdf(document: ReportDocument, onProgress: OnProgress = () => {}): Promise<Buffer> {
  const { language } = document
  const renderText = (text: Text) => render(text, language)
  const title = `${renderText(toTitle(document))}: ${document.subject}`
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
  const typesetter = createTypesetter(doc, language)
  const toLeftEdge = createToLeftEdge(language)
  const table = layOutTable(document, typesetter, INNER_WIDTH, percent =>
    onProgress(percent * LAYOUT_PROGRESS_SHARE),
  )

  doc.addPage()
  const tableTop = drawFigures(doc, typesetter, document, drawTitle(typesetter, document))
  const pages = paginate(table, tableTop)
  pages.forEach((page, index) => {
    if (index > 0) doc.addPage()
    let y = page.top
    const drawNextRow = (row: Row, style: TextStyle, fill?: string) => {
      if (fill) doc.rect(MARGIN, y, INNER_WIDTH, row.height).fill(fill)
      drawRow(typesetter, table, row, { x: MARGIN, y, style })
      y += row.height
    }
    drawNextRow(table.heading, headStyle, colors.head)
    for (const [at, row] of page.rows.entries())
      drawNextRow(row, cellStyle, at % 2 === 1 ? colors.band : undefined)
    if (document.rows.length === 0)
      for (const line of typesetter.breakLines(
        renderText(msg`There’s no data for these days. Choose other days.`),
        quietStyle,
        INNER_WIDTH,
      ))
        typesetter.draw(line, toLeftEdge(MARGIN + 5, line.width), y + 16, quietStyle)
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + INNER_WIDTH, y)
      .lineWidth(0.75)
      .stroke(colors.quiet)
    if (page.hasTotals && table.totals) drawNextRow(table.totals, headStyle)
    drawFooter(
      typesetter,
      toLeftEdge,
      title,
      renderText(msg`Page ${{ page: index + 1 }} of ${{ pages: pages.length }}`),
    )
    onProgress(100 * (LAYOUT_PROGRESS_SHARE + ((1 - LAYOUT_PROGRESS_SHARE) * (index + 1)) / pages.length))
  })
  doc.end()
  return content
}

type ToLeftEdge = (left: number, width: number) => number

/** Returns a function for the left edge of an element: `left` itself in left-to-right languages, mirrored in others. */
const createToLeftEdge = (language: string): ToLeftEdge =>
  findDirection(language) === 'rtl' ? (left, width) => PAGE_SIZE.width - left - width : left => left

/** Distributes the rows over pages. */
function paginate(table: Table, firstTop: number): Page[] {
  const { heading, rows, totals } = table
  const maxRowHeight = FOOTER_TOP - 8 - MARGIN - heading.height
  const pages: Page[] = []
  let remainingHeight = 0
  const startPage = (top: number) => {
    pages.push({ top, rows: [], hasTotals: false })
    remainingHeight = FOOTER_TOP - 8 - top - heading.height
  }
  startPage(firstTop)
  const addRow = (row: Row) => {
    if (row.height > remainingHeight) startPage(MARGIN)
    pages.at(-1)?.rows.push(row)
    remainingHeight -= row.height
  }
  for (const row of rows) {
    const hasRows = pages.at(-1)?.rows.length !== 0
    if (row.height <= (hasRows ? maxRowHeight : remainingHeight)) addRow(row)
    else for (const rowPart of splitRow(row, table, remainingHeight, maxRowHeight)) addRow(rowPart)
  }
  if (totals) {
    if (totals.height > remainingHeight) startPage(MARGIN)
    const lastPage = pages.at(-1)
    if (lastPage) lastPage.hasTotals = true
  }
  return pages
}

/** Draws the title and returns the position of its lower edge. */
function drawTitle(typesetter: Typesetter, document: ReportDocument): number {
  let y = MARGIN
  const toLeftEdge = createToLeftEdge(document.language)
  const drawLines = (text: string, style: TextStyle, height: number) => {
    for (const line of typesetter.breakLines(text, style, INNER_WIDTH)) {
      typesetter.draw(line, toLeftEdge(MARGIN, line.width), y + 0.8 * height, style)
      y += height
    }
  }
  drawLines(render(toTitle(document), document.language), { weight: 600, size: 18, color: colors.text }, 24)
  drawLines(document.subject, { weight: 600, size: 12, color: colors.text }, 17)
  const filterLines = createFilterLines(document)
  for (const [label, name] of filterLines) drawLines(`${label}: ${name}`, { ...cellStyle, size: 10 }, 15)
  const [daysLine, zoneLine, createdLine, rowsLine, omittedLine] = createAboutLines(document).slice(
    2 + filterLines.length,
  )
  drawLines(daysLine?.[1] ?? '', { ...cellStyle, size: 10 }, 15)
  drawLines(
    [zoneLine, createdLine, rowsLine, omittedLine]
      .flatMap(line => (line ? `${line[0]}${line === rowsLine ? ' ' : ': '}${line[1]}` : []))
      .join('  ·  '),
    quietStyle,
    14,
  )
  return y + 8
}

function drawFigures(
  doc: PdfDocument,
  typesetter: Typesetter,
  document: ReportDocument,
  top: number,
): number {
  const { figures } = document
  const { shown } = formatCells(document)
  const toLeftEdge = createToLeftEdge(document.language)
  if (figures.length === 0) return top
  const tilesPerRow = Math.min(TILE.inRow, figures.length)
  const width = (INNER_WIDTH - (TILE.inRow - 1) * TILE.gap) / TILE.inRow
  figures.forEach(({ label, value, kind }, at) => {
    const left = MARGIN + (at % tilesPerRow) * (width + TILE.gap)
    const y = top + Math.floor(at / tilesPerRow) * (TILE.height + TILE.gap)
    doc.roundedRect(toLeftEdge(left, width), y, width, TILE.height, 4).lineWidth(0.75).stroke(colors.line)
    const drawTileText = (text: string, base: number, style: TextStyle) => {
      const [line] = typesetter.breakLines(text, style, width - 16)
      if (line) typesetter.draw(line, toLeftEdge(left + 8, line.width), y + base, style)
    }
    drawTileText(label, 15, quietStyle)
    drawTileText(shown(value, kind) || '–', 35, { weight: 600, size: 14, color: colors.text })
  })
  return top + Math.ceil(figures.length / tilesPerRow) * (TILE.height + TILE.gap) + 6
}

function drawFooter(typesetter: Typesetter, toLeftEdge: ToLeftEdge, title: string, page: string): void {
  const width = typesetter.measureWidth(page, quietStyle)
  const [titleLine] = typesetter.breakLines(title, quietStyle, INNER_WIDTH - width - 20)
  const [pageNumber] = typesetter.breakLines(page, quietStyle, INNER_WIDTH)
  const baseline = PAGE_SIZE.height - MARGIN + 4
  if (titleLine) typesetter.draw(titleLine, toLeftEdge(MARGIN, titleLine.width), baseline, quietStyle)
  if (pageNumber)
    typesetter.draw(pageNumber, toLeftEdge(MARGIN + INNER_WIDTH - width, width), baseline, quietStyle)
}
