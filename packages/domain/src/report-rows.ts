import { isFoundBy } from './search-words.ts'

type Cell = string | number | null

/** A filter for the rows of a report, on the screen and in its file. */
export type RowFilter = {
  /** Search text. Every word in it must match the beginning of a word in the row's text columns. */
  readonly search?: string | undefined
  /** The selected bar of a chart: its column, and its value in that column. */
  readonly bar?: { readonly column: string; readonly value: string } | undefined
}

/** Returns a predicate that is true for the rows that match the filter; undefined if the filter is empty. */
export function createRowFilter(
  columns: readonly { readonly key: string; readonly kind: string }[],
  { search, bar }: RowFilter,
): ((cells: readonly Cell[]) => boolean) | undefined {
  const searchText = search?.trim()
  if (!bar && !searchText) return undefined
  const barIndex = bar ? columns.findIndex(({ key }) => key === bar.column) : -1
  const textIndexes = columns.flatMap(({ kind }, index) => (kind === 'text' ? [index] : []))
  return cells =>
    (!bar || String(cells[barIndex] ?? '') === bar.value) &&
    (!searchText || isFoundBy(textIndexes.map(index => cells[index] ?? '').join(' '), searchText))
}
