import { useIsWideScreen } from '../layout/use-screen.ts'

const rowAttribute = 'data-opens-details'

/**
 * Returns attributes for a row's button that opens details. One of them lets the arrow keys find the row. From 1024 px another
 * exposes whether the details are open beside the list; below that, it says that the button opens a dialog.
 */
export function useOpensDetails(isOpen: boolean) {
  const isWide = useIsWideScreen()
  return isWide
    ? ({ [rowAttribute]: true, 'aria-expanded': isOpen } as const)
    : ({ [rowAttribute]: true, 'aria-haspopup': 'dialog' } as const)
}

const listRows = () => [...document.querySelectorAll<HTMLElement>(`[${rowAttribute}]`)]

export const findFirstRow = () => listRows()[0]

export const findOpenRow = () => listRows().find(row => row.getAttribute('aria-expanded') === 'true')

export const isRow = (element: Element) => element.hasAttribute(rowAttribute)

export type Step = 'before' | 'after' | 'above' | 'below'

/** Returns the row one step away: the next or previous one or, in a grid, the nearest one above or below in the same column. */
export function findAdjacentRow(row: HTMLElement, step: Step): HTMLElement | undefined {
  const rows = listRows()
  const index = rows.indexOf(row)
  if (step === 'before') return rows[index - 1]
  if (step === 'after') return rows[index + 1]
  const startRect = row.getBoundingClientRect()
  const isBelow = step === 'below'
  const rowInNextLine = (isBelow ? rows : rows.toReversed()).find(other => {
    const { top, bottom, left, right } = other.getBoundingClientRect()
    return (
      (isBelow ? top >= startRect.bottom : bottom <= startRect.top) &&
      left < startRect.right &&
      right > startRect.left
    )
  })
  // If no row is above or below, or there is no layout, falls back to reading order.
  return rowInNextLine ?? findAdjacentRow(row, isBelow ? 'after' : 'before')
}

/** Opens the row one step from the open one, or the first row, and scrolls it into view; the focus does not move. */
export function openAdjacentRow(step: Step): void {
  const row = findOpenRow()
  const next = row ? findAdjacentRow(row, step) : listRows()[0]
  next?.scrollIntoView?.({ block: 'nearest' })
  next?.click()
}
