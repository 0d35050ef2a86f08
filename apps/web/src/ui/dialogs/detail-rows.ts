import { useIsWide } from '../layout/use-screen.ts'

const mark = 'data-opens-details'

/**
 * Attributes of a row's button that opens details: from 1024 px it says whether they are open beside the list, and the arrow keys
 * find it; below that a dialog comes.
 */
export function useOpensDetails(isOpen: boolean) {
  const isWide = useIsWide()
  return isWide
    ? ({ [mark]: true, 'aria-expanded': isOpen } as const)
    : ({ [mark]: true, 'aria-haspopup': 'dialog' } as const)
}

const allRows = () => [...document.querySelectorAll<HTMLElement>(`[${mark}]`)]

/** The row whose details are open, while it is drawn. */
export const openRow = () => allRows().find(row => row.getAttribute('aria-expanded') === 'true')

export const isRow = (element: Element) => element.hasAttribute(mark)

export type Step = 'before' | 'after' | 'above' | 'below'

/** The row one step away from this one, in the order read or, in a grid, in the same column. */
export function rowBeside(row: HTMLElement, step: Step): HTMLElement | undefined {
  const rows = allRows()
  const at = rows.indexOf(row)
  if (step === 'before') return rows[at - 1]
  if (step === 'after') return rows[at + 1]
  const from = row.getBoundingClientRect()
  const isBelow = step === 'below'
  const line = (isBelow ? rows : rows.toReversed()).find(other => {
    const { top, bottom, left, right } = other.getBoundingClientRect()
    return (isBelow ? top >= from.bottom : bottom <= from.top) && left < from.right && right > from.left
  })
  // From the last line on to what is left of it, or where nothing is laid out: in the order read.
  return line ?? rowBeside(row, isBelow ? 'after' : 'before')
}

/** Opens the row one step from the open one, or the first, and brings it into view; the focus stays where it is. */
export function walk(step: Step): void {
  const row = openRow()
  const next = row ? rowBeside(row, step) : allRows()[0]
  next?.scrollIntoView?.({ block: 'nearest' })
  next?.click()
}
