import type { ColumnKind, ReportDocument } from '@muster/contract/report-document.ts'
import { formatCell } from './format-cell.ts'

/** Rows looked at: the widths stay the same while one scrolls. */
const looked = 200
const remPerLetter = 0.52
const padding = 1.75
/** The icons of a day that was corrected and objected to. */
const signsWidth = 2.5
/** A longer text takes several lines. */
const mostLetters = 30
const least: Record<ColumnKind, number> = { text: 6, day: 15, time: 6, moment: 13, count: 5, minutes: 10 }

/** How wide each column is, in rem: for its longest text, and for the longest word of its heading. */
export const columnWidths = ({ columns, rows, timeZone }: ReportDocument): number[] => {
  const isSigned = columns.some(({ key }) => key === 'correction' || key === 'objection')
  const dayAt = columns.findIndex(({ kind }) => kind === 'day')
  return columns.map(({ key, label, kind, total }, place) => {
    const texts = rows.slice(0, looked).map(cells => {
      const day = cells[dayAt]
      return formatCell(cells[place], kind, timeZone, typeof day === 'string' ? day : undefined).length
    })
    const words = label.split(' ').map(word => word.length + 2)
    // Set bolder than the others.
    const sum = formatCell(total, kind, timeZone).length + 1
    const letters = Math.max(least[kind], sum, ...words, ...texts)
    const signs = isSigned && key === 'inside' ? signsWidth : 0
    return Math.min(letters, mostLetters) * remPerLetter + padding + signs
  })
}
