import { msg } from '@lingui/core/runtime-macro'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import { type Pdf, startPdf } from '../../../lib/pdf/pdf-paper.ts'
import type { TextStyle } from '../../../lib/pdf/pdf-text.ts'
import { render } from '../../../lib/texts/render.ts'
import type { Text } from '../../../lib/texts/text.ts'
import { createAboutLines, createFilterLines, formatCells, toTitle } from './format-cell.ts'
import { cellStyle, drawRow, headStyle, layOutTable, type Row, splitRow, type Table } from './pdf-table.ts'
import type { OnProgress } from './render-report.ts'

const MARGIN = 36
/** A4 landscape, in points. */
const paper = { width: 841.89, height: 595.28, margin: MARGIN }
const FOOTER_TOP = paper.height - MARGIN - 12
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
  const pdf = startPdf({ title, language, at: Date.parse(document.madeAt), paper })
  const { doc, typesetter, innerWidth } = pdf
  const table = layOutTable(document, typesetter, innerWidth, percent =>
    onProgress(percent * LAYOUT_PROGRESS_SHARE),
  )

  doc.addPage()
  const tableTop = drawFigures(pdf, document, drawTitle(pdf, document))
  const pages = paginate(table, tableTop)
  pages.forEach((page, index) => {
    if (index > 0) doc.addPage()
    let y = page.top
    const drawNextRow = (row: Row, style: TextStyle, fill?: string) => {
      if (fill) doc.rect(MARGIN, y, innerWidth, row.height).fill(fill)
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
        innerWidth,
      ))
        pdf.drawLine(line, MARGIN + 5, y + 16, quietStyle)
    pdf.drawRule(y, 0.75, colors.quiet)
    if (page.hasTotals && table.totals) drawNextRow(table.totals, headStyle)
    drawFooter(pdf, title, pdf.renderPageNumber(index, pages.length))
    onProgress(100 * (LAYOUT_PROGRESS_SHARE + ((1 - LAYOUT_PROGRESS_SHARE) * (index + 1)) / pages.length))
  })
  return pdf.end()
}

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
function drawTitle(pdf: Pdf, document: ReportDocument): number {
  let y = MARGIN
  const drawLines = (text: string, style: TextStyle, height: number) => {
    y = pdf.drawLines(text, y + 0.8 * height, height, style) - 0.8 * height
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

function drawFigures(pdf: Pdf, document: ReportDocument, top: number): number {
  const { doc, typesetter, innerWidth, toLeftEdge } = pdf
  const { figures } = document
  const { shown } = formatCells(document)
  if (figures.length === 0) return top
  const tilesPerRow = Math.min(TILE.inRow, figures.length)
  const width = (innerWidth - (TILE.inRow - 1) * TILE.gap) / TILE.inRow
  figures.forEach(({ label, value, kind }, at) => {
    const left = MARGIN + (at % tilesPerRow) * (width + TILE.gap)
    const y = top + Math.floor(at / tilesPerRow) * (TILE.height + TILE.gap)
    doc.roundedRect(toLeftEdge(left, width), y, width, TILE.height, 4).lineWidth(0.75).stroke(colors.line)
    const drawTileText = (text: string, base: number, style: TextStyle) => {
      const [line] = typesetter.breakLines(text, style, width - 16)
      if (line) pdf.drawLine(line, left + 8, y + base, style)
    }
    drawTileText(label, 15, quietStyle)
    drawTileText(shown(value, kind) || '–', 35, { weight: 600, size: 14, color: colors.text })
  })
  return top + Math.ceil(figures.length / tilesPerRow) * (TILE.height + TILE.gap) + 6
}

function drawFooter({ typesetter, innerWidth, drawLine }: Pdf, title: string, page: string): void {
  const width = typesetter.measureWidth(page, quietStyle)
  const [titleLine] = typesetter.breakLines(title, quietStyle, innerWidth - width - 20)
  const [pageNumber] = typesetter.breakLines(page, quietStyle, innerWidth)
  const baseline = paper.height - MARGIN + 4
  if (titleLine) drawLine(titleLine, MARGIN, baseline, quietStyle)
  if (pageNumber) drawLine(pageNumber, MARGIN + innerWidth - width, baseline, quietStyle)
}
