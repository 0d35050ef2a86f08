/// <reference path="./bidi-js.d.ts" />
import createBidi from 'bidi-js'
import { isRtlLetter, type Run, replaceUnknownLetters, splitRuns, type Weight } from './pdf-fonts.ts'

export type PdfDocument = PDFKit.PDFDocument
export type TextStyle = { readonly weight: Weight; readonly size: number; readonly color?: string }
/** Runs in visual order, from left to right. */
export type Line = { readonly runs: readonly Run[]; readonly width: number }

type MeasuredText = { readonly runs: readonly Run[]; readonly width: number }

/** The smallest share of its size to which a text is reduced to fit on a line. */
const SMALLEST_FIT = 0.7

const bidi = createBidi()

const toFontName = ({ font }: Run, { weight }: TextStyle) => `${font}-${weight}`

/** Sets lines of text in fonts that contain their characters and breaks long words at the end of the line. */
export function createTypesetter(doc: PdfDocument, language: string) {
  const measuredTexts = new Map<string, MeasuredText>()

  const measureWidth = (run: Run, style: TextStyle) =>
    doc.font(toFontName(run, style)).fontSize(style.size).widthOfString(run.text)

  function measure(text: string, style: TextStyle): MeasuredText {
    const key = `${style.weight} ${style.size} ${text}`
    let measuredText = measuredTexts.get(key)
    if (!measuredText) {
      const runs = splitRuns(text)
      measuredText = { runs, width: runs.reduce((sum, run) => sum + measureWidth(run, style), 0) }
      measuredTexts.set(key, measuredText)
    }
    return measuredText
  }

  /** Splits a word into parts that each fit the width. */
  function breakWord(text: string, style: TextStyle, max: number): string[] {
    const parts: string[] = []
    for (const { segment } of new Intl.Segmenter(language).segment(text)) {
      const lastPart = parts.at(-1)
      if (lastPart !== undefined && measure(lastPart + segment, style).width <= max)
        parts[parts.length - 1] = lastPart + segment
      else parts.push(segment)
    }
    return parts
  }

  function breakLines(text: string, style: TextStyle, max: number): Line[] {
    const space = measure(' ', style)
    const readableText = toReadable(text, language)
    const baseDirection = findBaseDirection(readableText)
    const lines: MeasuredText[][] = []
    let line: MeasuredText[] = []
    let width = 0
    for (const word of readableText.split(' ')) {
      const parts = measure(word, style).width > max ? breakWord(word, style, max) : [word]
      for (const wordPart of parts) {
        const measuredPart = measure(wordPart, style)
        if (line.length > 0 && width + space.width + measuredPart.width > max) {
          lines.push(line)
          line = []
          width = 0
        }
        width += (line.length > 0 ? space.width : 0) + measuredPart.width
        line.push(measuredPart)
      }
    }
    lines.push(line)
    return lines.map(wordsOfLine => toVisualOrder(wordsOfLine, space, baseDirection))
  }

  /** Sets a text on one line of at most `max` points: in a smaller size if necessary, and otherwise cut off with an ellipsis. */
  function fitLine(text: string, style: TextStyle, max: number): { line: Line; style: TextStyle } {
    const setInSize = (lineText: string, size: number) => {
      const sizedStyle = { ...style, size }
      const [line, ...moreLines] = breakLines(lineText, sizedStyle, max)
      return line && moreLines.length === 0 ? { line, style: sizedStyle } : undefined
    }
    const smallestSize = style.size * SMALLEST_FIT
    for (let size = style.size; size >= smallestSize; size -= 0.5) {
      const fit = setInSize(text, size)
      if (fit) return fit
    }
    const letters = [...new Intl.Segmenter(language).segment(toReadable(text, language))]
    const cut = (length: number) =>
      setInSize(
        `${letters
          .slice(0, length)
          .map(it => it.segment)
          .join('')
          .trimEnd()}…`,
        smallestSize,
      )
    let [shownLength, cutLength] = [0, letters.length]
    while (cutLength - shownLength > 1) {
      const length = Math.floor((shownLength + cutLength) / 2)
      if (cut(length)) shownLength = length
      else cutLength = length
    }
    return cut(shownLength) ?? { line: { runs: [], width: 0 }, style }
  }

  return {
    breakLines,
    fitLine,
    measureWidth: (text: string, style: TextStyle) =>
      toReadable(text, language)
        .split(' ')
        .reduce((sum, word) => sum + measure(word, style).width + measure(' ', style).width, 0) -
      measure(' ', style).width,
    /** Draws a line with its baseline at `y`. */
    draw({ runs }: Line, x: number, y: number, style: TextStyle) {
      let at = x
      doc.fillColor(style.color ?? 'black')
      for (const run of runs) {
        doc.font(toFontName(run, style)).fontSize(style.size)
        doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' })
        at += measure(run.text, style).width
      }
    },
  }
}

export type Typesetter = ReturnType<typeof createTypesetter>

/** Puts the text on one line, removes invisible characters and replaces words with letters that the fonts lack. */
const toReadable = (text: string, language: string) =>
  replaceUnknownLetters(
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[^\P{Cf}\u200C\u200D]/gu, '')
      .trim(),
    language,
  )

/**
 * Returns the base direction of a text: the direction of its first letter. The whole text is searched, so that line breaks do not
 * affect the result.
 */
const findBaseDirection = (text: string) =>
  [...text].map(isRtlLetter).find(rtl => rtl !== null) ? 'rtl' : 'ltr'

/** Arranges a line in visual order, from left to right, with the Unicode bidirectional algorithm. */
function toVisualOrder(
  words: readonly MeasuredText[],
  space: MeasuredText,
  baseDirection: 'ltr' | 'rtl',
): Line {
  const width = words.reduce((sum, word, at) => sum + word.width + (at > 0 ? space.width : 0), 0)
  const allRuns = words.flatMap((word, at) => (at > 0 ? [...space.runs, ...word.runs] : word.runs))
  if (baseDirection === 'ltr' && !allRuns.some(({ rtl }) => rtl)) return { runs: mergeRuns(allRuns), width }
  const text = allRuns.map(run => run.text).join('')
  const embedding = bidi.getEmbeddingLevels(text, baseDirection)
  const parts: Run[] = []
  const partIndexes: number[] = []
  for (const run of allRuns)
    for (let from = 0; from < run.text.length; ) {
      const level = embedding.levels[partIndexes.length] ?? 0
      let to = from
      while (to < run.text.length && embedding.levels[partIndexes.length] === level) {
        partIndexes.push(parts.length)
        to += 1
      }
      parts.push(mirrorRun({ ...run, text: run.text.slice(from, to) }, level))
      from = to
    }
  const order = new Set(bidi.getReorderedIndices(text, embedding).map(at => partIndexes[at]))
  return { runs: [...order].flatMap(at => (at === undefined ? [] : (parts[at] ?? []))), width }
}

/** Reverses and mirrors symbols in right-to-left text. The font itself reverses letters. */
const mirrorRun = (run: Run, level: number): Run =>
  level % 2 === 0 || run.rtl !== null
    ? run
    : {
        ...run,
        text: [...run.text]
          .reverse()
          .map(char => bidi.getMirroredCharacter(char) ?? char)
          .join(''),
      }

/** Merges adjacent runs of one font. */
function mergeRuns(runs: readonly Run[]): Run[] {
  const parts: Run[] = []
  for (const run of runs) {
    const lastPart = parts.at(-1)
    if (lastPart?.font === run.font) parts[parts.length - 1] = { ...lastPart, text: lastPart.text + run.text }
    else parts.push(run)
  }
  return parts
}
