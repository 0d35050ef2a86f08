import { useIsWide } from '../layout/use-screen.ts'

const mark = 'data-opens-details'

/**
 * Returns attributes for a row's button that opens details. From 1024 px they expose whether the details are open beside the list,
 * and the arrow keys find the button; below that it opens a dialog.
 */
export function useOpensDetails(isOpen: boolean) {
  const isWide = useIsWide()
  return isWide
    ? ({ [mark]: true, 'aria-expanded': isOpen } as const)
    : ({ [mark]: true, 'aria-haspopup': 'dialog' } as const)
}

const allRows = () => [...document.querySelectorAll<HTMLElement>(`[${mark}]`)]

/** Returns the row whose details are open, if it is rendered. */
export const openRow = () => allRows().find(row => row.getAttribute('aria-expanded') === 'true')

export const isRow = (element: Element) => element.hasAttribute(mark)

export type Step = 'before' | 'after' | 'above' | 'below'

/** Returns the row one step away: the next or previous one or, in a grid, the nearest one above or below in the same column. */
export function adjacentRow(row: HTMLElement, step: Step): HTMLElement | undefined {
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
  // Past the last full line, or without layout, falls back to reading order.
  return line ?? adjacentRow(row, isBelow ? 'after' : 'before')
}

/** Opens the row one step from the open one, or the first row, and scrolls it into view; the focus does not move. */
export function walk(step: Step): void {
  const row = openRow()
  const next = row ? adjacentRow(row, step) : allRows()[0]
  next?.scrollIntoView?.({ block: 'nearest' })
  next?.click()
}
