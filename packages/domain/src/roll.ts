import { isSeenLately } from './freshness.ts'

/** Number of people that fit on a page, on A4 and on Letter. */
export const rollRowsPerPage = 45

export type RollEntry = {
  readonly firstName: string
  readonly lastName: string
  readonly userCode: string | null
  /** ISO instant. */
  readonly lastSeen: string
  /** Set for people who are inside by badge, who are seen when they come in and go out only. */
  readonly unseen?: boolean
  /** Where they were seen, if not by their phone. */
  readonly source?: string
}

export type RollRow<Entry extends RollEntry> = Entry & {
  /** The position in the whole roll, from 1. */
  readonly number: number
  readonly isUnseen: boolean
  /** True if the name is empty or another person on the roll has it too, so that the code is printed beside it. */
  readonly needsCode: boolean
}

const toNameKey = ({ firstName, lastName }: RollEntry) =>
  formatRollName({ firstName, lastName }).toLowerCase()

/** Formats a name as on a roll: 'Berg, Ann'. */
export const formatRollName = ({ firstName, lastName }: Pick<RollEntry, 'firstName' | 'lastName'>) =>
  [lastName, firstName].filter(Boolean).join(', ')

/** Takes the last word of the name of somebody without an account as the surname. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(' ')
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/**
 * Sorts a roll: people not seen recently first, each part by surname in the order of the reader's language. `now` in milliseconds.
 */
export function sortRoll<Entry extends RollEntry>(
  people: readonly Entry[],
  now: number,
  language: string,
): RollRow<Entry>[] {
  const collator = new Intl.Collator(language, { sensitivity: 'base', numeric: true })
  const countsByName = new Map<string, number>()
  for (const person of people)
    countsByName.set(toNameKey(person), (countsByName.get(toNameKey(person)) ?? 0) + 1)
  return people
    .map(person => ({
      ...person,
      isUnseen: person.unseen ?? !isSeenLately(Date.parse(person.lastSeen), now),
      needsCode: toNameKey(person) === '' || (countsByName.get(toNameKey(person)) ?? 0) > 1,
    }))
    .sort(
      (a, b) =>
        Number(b.isUnseen) - Number(a.isUnseen) ||
        collator.compare(a.lastName, b.lastName) ||
        collator.compare(a.firstName, b.firstName) ||
        collator.compare(a.userCode ?? '', b.userCode ?? ''),
    )
    .map((row, index) => ({ ...row, number: index + 1 }))
}

/** What a row takes on a page. */
type RowMeasure<Row> = {
  /** The number of lines, such as two for a row with a note below; 1 without it. */
  readonly lines?: (row: Row) => number
  /** The section of the row. Each page has a heading for each of its sections, which takes a line. */
  readonly section?: (row: Row) => unknown
}

/** Headings that fit on a page besides its rows. */
const headingsPerPage = 2

/**
 * Splits the rows of a roll into pages: at most 45 lines of rows, and 47 lines with the headings of more than two sections. No row is
 * split. A roll of nobody has one empty page.
 */
export function toRollPages<Row>(rows: readonly Row[], measure: RowMeasure<Row> = {}): Row[][] {
  const pages: Row[][] = [[]]
  let lines = 0
  let headings = 0
  let previous: Row | undefined
  for (const row of rows) {
    const rowLines = measure.lines?.(row) ?? 1
    const isNewSection =
      measure.section !== undefined &&
      (previous === undefined || measure.section(previous) !== measure.section(row))
    previous = row
    lines += rowLines
    headings += Number(isNewSection)
    const page = pages.at(-1) ?? []
    const isFull = lines > rollRowsPerPage || lines + headings > rollRowsPerPage + headingsPerPage
    if (!isFull || page.length === 0) page.push(row)
    else {
      pages.push([row])
      lines = rowLines
      headings = Number(measure.section !== undefined)
    }
  }
  return pages
}
