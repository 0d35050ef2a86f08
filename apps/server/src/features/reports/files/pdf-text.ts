import { type Run, splitRuns, type Weight, withoutUnknownLetters } from './pdf-fonts.ts'

export type PdfDocument = PDFKit.PDFDocument
export type TextStyle = { readonly weight: Weight; readonly size: number; readonly color?: string }
/** Runs in visual order, from left to right. */
export type Line = { readonly runs: readonly Run[]; readonly width: number }

type Word = { readonly runs: readonly Run[]; readonly width: number }

const fontName = ({ font }: Run, { weight }: TextStyle) => `${font}-${weight}`

/** Sets lines of text in whichever fonts have its characters; long words break at the end of the line. */
export function createTypesetter(doc: PdfDocument) {
  const words = new Map<string, Word>()

  const measureWidth = (run: Run, style: TextStyle) =>
    doc.font(fontName(run, style)).fontSize(style.size).widthOfString(run.text)

  function measure(text: string, style: TextStyle): Word {
    const key = `${style.weight} ${style.size} ${text}`
    let word = words.get(key)
    if (!word) {
      const runs = splitRuns(text)
      word = { runs, width: runs.reduce((sum, run) => sum + measureWidth(run, style), 0) }
      words.set(key, word)
    }
    return word
  }

  /** Splits a word into parts that each fit the width. */
  function broken(text: string, style: TextStyle, max: number): string[] {
    const parts: string[] = []
    for (const { segment } of new Intl.Segmenter('en').segment(text)) {
      const last = parts.at(-1)
      if (last !== undefined && measure(last + segment, style).width <= max)
        parts[parts.length - 1] = last + segment
      else parts.push(segment)
    }
    return parts
  }

  function breakLines(text: string, style: TextStyle, max: number): Line[] {
    const space = measure(' ', style)
    const lines: Word[][] = []
    let line: Word[] = []
    let width = 0
    for (const word of readable(text).split(' ')) {
      const parts = measure(word, style).width > max ? broken(word, style, max) : [word]
      for (const part of parts) {
        const word = measure(part, style)
        if (line.length > 0 && width + space.width + word.width > max) {
          lines.push(line)
          line = []
          width = 0
        }
        width += (line.length > 0 ? space.width : 0) + word.width
        line.push(word)
      }
    }
    lines.push(line)
    return lines.map(each => inVisualOrder(each, space))
  }

  return {
    breakLines,
    measureWidth: (text: string, style: TextStyle) =>
      readable(text)
        .split(' ')
        .reduce((sum, word) => sum + measure(word, style).width + measure(' ', style).width, 0) -
      measure(' ', style).width,
    /** `y` is the baseline. */
    draw({ runs }: Line, x: number, y: number, style: TextStyle) {
      let at = x
      doc.fillColor(style.color ?? 'black')
      for (const run of runs) {
        doc.font(fontName(run, style)).fontSize(style.size)
        doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' })
        at += measure(run.text, style).width
      }
    },
  }
}

export type Typesetter = ReturnType<typeof createTypesetter>

/** The text on one line, without characters that are invisible or have no glyph here. */
const readable = (text: string) =>
  withoutUnknownLetters(
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[^\P{Cf}\u200C\u200D]/gu, '')
      .trim(),
  )

/**
 * Words in visual order from left to right: a line that begins in a right-to-left script is set from the right, and so are
 * right-to-left words within other lines. Numbers and symbols follow their neighbours.
 */
function inVisualOrder(words: readonly Word[], space: Word): Line {
  const width = words.reduce((sum, word, at) => sum + word.width + (at > 0 ? space.width : 0), 0)
  const all = words.flatMap((word, at) => (at > 0 ? [...space.runs, ...word.runs] : word.runs))
  if (!all.some(({ rtl }) => rtl)) return { runs: joined(all), width }
  const base = all.find(({ rtl }) => rtl !== null)?.rtl ?? false
  const directed = all.map((run, at) => ({
    run,
    rtl: run.rtl ?? findNeighbourDirection(all, at, base),
  }))
  const groups: (typeof directed)[] = []
  for (const each of directed) {
    const last = groups.at(-1)
    if (last?.[0]?.rtl === each.rtl) last.push(each)
    else groups.push([each])
  }
  const ordered = (base ? groups.toReversed() : groups).flatMap(group =>
    group[0]?.rtl ? group.toReversed() : group,
  )
  return { runs: ordered.map(({ run }) => run), width }
}

/** A symbol between two runs of one direction takes that direction, otherwise the line's. */
function findNeighbourDirection(runs: readonly Run[], at: number, base: boolean): boolean {
  const before = runs.slice(0, at).findLast(({ rtl }) => rtl !== null)?.rtl
  const after = runs.slice(at).find(({ rtl }) => rtl !== null)?.rtl
  return before === after && before != null ? before : base
}

/** Adjacent runs of one font merged into one. */
function joined(runs: readonly Run[]): Run[] {
  const parts: Run[] = []
  for (const run of runs) {
    const last = parts.at(-1)
    if (last?.font === run.font) parts[parts.length - 1] = { ...last, text: last.text + run.text }
    else parts.push(run)
  }
  return parts
}
