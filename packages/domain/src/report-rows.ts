import { isFoundBy } from './search-words.ts'

type Cell = string | number | null

/** Which rows of a report show, on the screen and in a file of what the screen shows. */
export type RowFilter = {
  /** Words of which each begins a word of some text of the row. */
  readonly search?: string | undefined
  /** The bar of a chart that was chosen: the column it stands for, and its value there. */
  readonly bar?: { readonly column: string; readonly value: string } | undefined
}

/** Tells whether a row shows; undefined where all rows do. */
export function rowFilter(
  columns: readonly { readonly key: string; readonly kind: string }[],
  { search, bar }: RowFilter,
): ((cells: readonly Cell[]) => boolean) | undefined {
  const words = search?.trim()
  if (!bar && !words) return undefined
  const barAt = bar ? columns.findIndex(({ key }) => key === bar.column) : -1
  const texts = columns.flatMap(({ kind }, place) => (kind === 'text' ? [place] : []))
  return cells =>
    (!bar || String(cells[barAt] ?? '') === bar.value) &&
    (!words || isFoundBy(texts.map(place => cells[place] ?? '').join(' '), words))
}
