import type { ColumnKind, ReportDocument } from '@muster/contract/report-document.ts'
import { formatCell } from './format-cell.ts'

/** Maximum number of rows measured. They are always the first ones, so that widths do not change while scrolling. */
const maxSampledRows = 200
const remPerLetter = 0.52
const cellPadding = 1.75
/** The width of the icons for a corrected or contested day, in rem. */
const signsWidth = 2.5
/** Maximum number of characters on one line; longer texts wrap. */
const maxLetters = 30
const minLetters: Record<ColumnKind, number> = {
  text: 6,
  day: 15,
  time: 6,
  moment: 13,
  count: 5,
  minutes: 10,
}

/** Rem that fit the total, the measured rows and the heading's longest word, within `minLetters` and `maxLetters` characters. */
export const columnWidths = ({ columns, rows, timeZone }: ReportDocument): number[] => {
  const hasSigns = columns.some(({ key }) => key === 'correction' || key === 'objection')
  const dayIndex = columns.findIndex(({ kind }) => kind === 'day')
  return columns.map(({ key, label, kind, total }, index) => {
    const textLengths = rows.slice(0, maxSampledRows).map(cells => {
      const day = cells[dayIndex]
      return formatCell(cells[index], kind, timeZone, typeof day === 'string' ? day : undefined).length
    })
    const wordLengths = label.split(' ').map(word => word.length + 2)
    // The total is bold, so it needs more room.
    const totalLength = formatCell(total, kind, timeZone).length + 1
    const letterCount = Math.max(minLetters[kind], totalLength, ...wordLengths, ...textLengths)
    const extraWidth = hasSigns && key === 'inside' ? signsWidth : 0
    return Math.min(letterCount, maxLetters) * remPerLetter + cellPadding + extraWidth
  })
}
