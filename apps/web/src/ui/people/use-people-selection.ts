import { useRef, useState } from 'react'

/** Ends when `filterKey` changes, because rows that nobody sees would otherwise be acted on; a different order keeps it. */
export function usePeopleSelection(filterKey: string) {
  const [state, setState] = useState<{ filterKey: string; ids: ReadonlySet<string> }>({
    filterKey,
    ids: noIds,
  })
  /** The row selected last, from which Shift selects a range. */
  const anchorRef = useRef<string>(undefined)
  const isEnded = state.filterKey !== filterKey
  // Cleared, not only hidden: going back to the earlier filter must not select anybody.
  if (isEnded) setState({ filterKey, ids: noIds })
  const ids = isEnded ? noIds : state.ids
  const setIds = (next: ReadonlySet<string>) => setState({ filterKey, ids: next })
  return {
    ids,
    clear: () => setIds(noIds),
    select: (rowIds: readonly string[]) => setIds(new Set(rowIds)),
    /** Selects or deselects a row. With `isRange`, all rows between the last one and this one change with it. */
    toggle(rowId: string, shownIds: readonly string[], isRange: boolean) {
      const next = new Set(ids)
      const isSelected = !ids.has(rowId)
      const [from, to] = [shownIds.indexOf(anchorRef.current ?? rowId), shownIds.indexOf(rowId)]
      const changedIds =
        isRange && from >= 0 ? shownIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [rowId]
      for (const id of changedIds)
        if (isSelected) next.add(id)
        else next.delete(id)
      anchorRef.current = rowId
      setIds(next)
    },
  }
}
export type PeopleSelection = ReturnType<typeof usePeopleSelection>

const noIds: ReadonlySet<string> = new Set()
