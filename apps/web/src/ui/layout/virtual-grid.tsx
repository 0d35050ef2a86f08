import { useElementSize, useMergedRef } from '@mantine/hooks'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useIsPhone } from './use-screen.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import classes from './virtual-grid.module.css'

type Props<T> = {
  items: readonly T[]
  getKey: (item: T) => string
  /** Approximate height of a card in pixels, used until the card has been rendered and measured. */
  estimate: number
  /** Minimum width of a column in pixels; defaults to the minimum in CardGridSkeleton. */
  minColumn?: number
  /** Gap between cards in pixels; defaults to the gap of a page. */
  gap?: number
  /** Makes the grid a list with this accessible name. Without one, the cards need names of their own. */
  label?: string
  /** Makes the items rows of a table, whose header is the first row. Without a name of its own, which the table has. */
  isTable?: boolean
  /** The total number of items, if more are loaded on scrolling; -1 if unknown. */
  setSize?: number
  /** Called when the end of the items is near the viewport. */
  onNearEnd?: () => void
  children: (item: T) => ReactNode
}

/**
 * A grid that renders only the cards near the viewport, so that ten thousand cards scroll smoothly and only the rendered ones
 * follow the feed. The last touched card stays mounted, so that scrolling neither interrupts a position check started there nor
 * takes away its focus. All cards are siblings in one grid, with empty space for omitted rows, so that a card that moves to another
 * row or column keeps its identity.
 */
export function VirtualGrid<T>(props: Props<T>) {
  const {
    items,
    getKey,
    estimate,
    minColumn = 320,
    label,
    isTable = false,
    setSize = items.length,
    onNearEnd,
    children,
  } = props
  const { ref: sizeRef, width: measuredWidth } = useElementSize<HTMLDivElement>()
  // Measured one frame before the observer reports the width, so that the cards do not flash as a single column.
  const [initialWidth, setInitialWidth] = useState(0)
  const width = measuredWidth || initialWidth
  const pageGap = useIsPhone() ? 12 : 16
  const gap = props.gap ?? pageGap
  const gridRef = useRef<HTMLDivElement>(null)
  // Stable, because a new function would observe the size anew on each render, and its first report would render again, for ever.
  const mergedRef = useMergedRef(gridRef, sizeRef)
  const [top, setTop] = useState(0)
  const [touchedKey, setTouchedKey] = useState<string>()
  const columns = Math.max(1, Math.floor((width + gap) / (minColumn + gap)))
  const touchedIndex = touchedKey === undefined ? -1 : items.findIndex(item => getKey(item) === touchedKey)
  const touchedRow = touchedIndex < 0 ? undefined : Math.floor(touchedIndex / columns)
  // Content above the grid may grow or shrink, so its position is measured after every render.
  useLayoutEffect(() => {
    const rect = gridRef.current?.getBoundingClientRect()
    if (!rect) return
    setTop(Math.round(rect.top + window.scrollY))
    setInitialWidth(Math.round(rect.width))
  })
  // Kept stable while scrolling, because a new function would make the virtualizer recompute every row.
  const getItemKey = useCallback(
    (row: number) => {
      const firstItem = items[row * columns]
      return firstItem === undefined ? row : `${columns} ${getKey(firstItem)}`
    },
    [items, columns, getKey],
  )
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => estimate,
    // A hidden row has no height, so use the estimate.
    measureElement: element => Math.round(element.getBoundingClientRect().height) || estimate,
    getItemKey,
    rangeExtractor: range => {
      const rows = defaultRangeExtractor(range)
      return touchedRow === undefined || rows.includes(touchedRow)
        ? rows
        : [...rows, touchedRow].sort((a, b) => a - b)
    },
    gap,
    overscan: 4,
    scrollMargin: top,
  })
  useScrollAnchor(gridRef, { columns, width, touched: touchedKey })
  const rows = virtualizer.getVirtualItems()
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= virtualizer.options.count - 1
  // Runs after every render, because the end may be just as near after another page has loaded.
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  })
  const isList = label !== undefined && !isTable
  let previousEnd: number | undefined
  return (
    <div
      ref={mergedRef}
      className={classes.grid}
      style={{
        gap,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        height: virtualizer.getTotalSize(),
      }}
      {...(isList && { role: 'list', 'aria-label': label })}
      {...(isTable && { role: 'rowgroup' })}
    >
      {rows.flatMap(row => {
        const isAdjacent = previousEnd !== undefined && row.start - previousEnd <= gap
        const skippedPx = row.start - (previousEnd === undefined ? top : previousEnd + gap) - gap
        previousEnd = row.end
        const cards = items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
          <div
            key={getKey(item)}
            // A new function on each render, so that a card that becomes the first in another row is measured as that row.
            ref={column === 0 ? element => virtualizer.measureElement(element) : undefined}
            data-index={row.index}
            data-card={getKey(item)}
            className={classes.cell}
            onFocusCapture={() => setTouchedKey(getKey(item))}
            onPointerDownCapture={() => setTouchedKey(getKey(item))}
            {...(isList && {
              role: 'listitem',
              'aria-setsize': setSize,
              'aria-posinset': row.index * columns + column + 1,
            })}
            {...(isTable && { role: 'row', 'aria-rowindex': row.index + 2 })}
          >
            {children(item)}
          </div>
        ))
        if (isAdjacent || skippedPx <= 0) return cards
        return [
          <div
            key={`before ${row.key}`}
            role="presentation"
            className={classes.skipped}
            style={{ height: skippedPx }}
          />,
          ...cards,
        ]
      })}
    </div>
  )
}
