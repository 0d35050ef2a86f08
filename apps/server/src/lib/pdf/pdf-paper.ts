import { buffer } from 'node:stream/consumers'
import { msg } from '@lingui/core/runtime-macro'
import { findDirection } from '@muster/domain/language.ts'
import PDFDocument from 'pdfkit'
import { render } from '../texts/render.ts'
import { listFonts } from './pdf-fonts.ts'
import { createTypesetter, type Line, type TextStyle } from './pdf-text.ts'

/** In points. */
type Paper = { readonly width: number; readonly height: number; readonly margin: number }
/** `at`: the time of the data in milliseconds. */
type Options = {
  readonly title: string
  readonly language: string
  readonly at: number
  readonly paper: Paper
}

export type Pdf = ReturnType<typeof startPdf>

/** Starts a PDF. What its functions draw is mirrored in right-to-left languages. */
export function startPdf({ title, language, at, paper }: Options) {
  const doc = new PDFDocument({
    size: [paper.width, paper.height],
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Muster', Producer: 'Muster', CreationDate: new Date(at) },
  })
  const content = buffer(doc)
  for (const weight of [400, 600] as const)
    for (const { name, path } of listFonts(weight)) doc.registerFont(name, path)
  const typesetter = createTypesetter(doc, language)
  const isRightToLeft = findDirection(language) === 'rtl'
  const innerWidth = paper.width - 2 * paper.margin
  /** The left edge of an element: `left` itself in left-to-right languages, mirrored in others. */
  const toLeftEdge = (left: number, width: number) => (isRightToLeft ? paper.width - left - width : left)
  const drawLine = (line: Line, left: number, y: number, style: TextStyle) =>
    typesetter.draw(line, toLeftEdge(left, line.width), y, style)
  return {
    doc,
    typesetter,
    innerWidth,
    toLeftEdge,
    drawLine,
    /** Breaks a text into lines that fit, and draws them. `lineHeight` in points. Returns the lower edge. */
    drawLines(text: string, y: number, lineHeight: number, style: TextStyle): number {
      const lines = typesetter.breakLines(text, style, innerWidth)
      lines.forEach((line, index) => {
        drawLine(line, paper.margin, y + index * lineHeight, style)
      })
      return y + lines.length * lineHeight
    },
    drawRule: (y: number, width: number, color: string) =>
      doc
        .moveTo(paper.margin, y)
        .lineTo(paper.margin + innerWidth, y)
        .lineWidth(width)
        .stroke(color),
    renderPageNumber: (index: number, pages: number) =>
      render(msg`Page ${{ page: index + 1 }} of ${{ pages }}`, language),
    /** Ends the document and returns the file. */
    end() {
      doc.end()
      return content
    },
  }
}
