import { useElementSize } from '@mantine/hooks'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useKeptPlace } from './use-kept-place.ts'
import { useIsPhone } from './use-screen.ts'
import classes from './virtual-grid.module.css'

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  /** About how high a card is, in pixels: counts until the card was on the screen and could be measured. */
  estimate: number
  /** The narrowest a column may be, in pixels; without it that of CardGridSkeleton. */
  minColumn?: number
  /** Pixels between cards; without it those of a page. */
  gap?: number
  /** Makes it a list with this name. Without one the cards have to speak for themselves. */
  label?: string
  /** How many there are in all, where more are read as one scrolls; -1 when nobody knows. */
  setSize?: number
  /** The end of the items is near the screen. */
  onNearEnd?: () => void
  children: (item: T) => ReactNode
}

/**
 * A grid of cards that renders only what is near the screen, so that ten thousand scroll smoothly and only those near the
 * screen follow the feed. The card last touched stays: what it began (a check, a focus) must not end by scrolling. Cards are
 * siblings in one grid, with empty space for the rows left out: one that moves to another row or column stays the same card.
 */
export function VirtualGrid<T>(props: Props<T>) {
  const {
    items,
    keyOf,
    estimate,
    minColumn = 320,
    label,
    setSize = items.length,
    onNearEnd,
    children,
  } = props
  const { ref: sizeRef, width: seenWidth } = useElementSize<HTMLDivElement>()
  // Known a frame earlier than the size that is watched: no single column flashes by.
  const [drawnWidth, setDrawnWidth] = useState(0)
  const width = seenWidth || drawnWidth
  const pageGap = useIsPhone() ? 12 : 16
  const gap = props.gap ?? pageGap
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [touched, setTouched] = useState<string>()
  const columns = Math.max(1, Math.floor((width + gap) / (minColumn + gap)))
  const touchedAt = touched === undefined ? -1 : items.findIndex(item => keyOf(item) === touched)
  const kept = touchedAt < 0 ? undefined : Math.floor(touchedAt / columns)
  // Content above the grid may grow or shrink: the place is measured after every render.
  useLayoutEffect(() => {
    const rect = box.current?.getBoundingClientRect()
    if (!rect) return
    setTop(Math.round(rect.top + window.scrollY))
    setDrawnWidth(Math.round(rect.width))
  })
  // Stable while one scrolls: another function would have every row computed anew.
  const getItemKey = useCallback(
    (row: number) => {
      const first = items[row * columns]
      return first === undefined ? row : `${columns} ${keyOf(first)}`
    },
    [items, columns, keyOf],
  )
  const virtual = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => estimate,
    // A hidden row has no height of its own.
    measureElement: element => Math.round(element.getBoundingClientRect().height) || estimate,
    getItemKey,
    rangeExtractor: range => {
      const rows = defaultRangeExtractor(range)
      return kept === undefined || rows.includes(kept) ? rows : [...rows, kept].sort((a, b) => a - b)
    },
    gap,
    overscan: 4,
    scrollMargin: top,
  })
  useKeptPlace(box, { columns, width, touched })
  const rows = virtual.getVirtualItems()
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= virtual.options.count - 1
  // After every render: a page that was read may leave the end as near as it was.
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  })
  const isList = label !== undefined
  let end: number | undefined
  return (
    <div
      ref={element => {
        box.current = element
        sizeRef(element)
      }}
      className={classes.grid}
      style={{
        gap,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        height: virtual.getTotalSize(),
      }}
      {...(isList && { role: 'list', 'aria-label': label })}
    >
      {rows.flatMap(row => {
        const isNext = end !== undefined && row.start - end <= gap
        const skipped = row.start - (end === undefined ? top : end + gap) - gap
        end = row.end
        const cards = items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
          <div
            key={keyOf(item)}
            // A new function each time: a card that became the first of another row is measured as that row.
            ref={column === 0 ? element => virtual.measureElement(element) : undefined}
            data-index={row.index}
            data-card={keyOf(item)}
            className={classes.cell}
            onFocusCapture={() => setTouched(keyOf(item))}
            onPointerDownCapture={() => setTouched(keyOf(item))}
            {...(isList && {
              role: 'listitem',
              'aria-setsize': setSize,
              'aria-posinset': row.index * columns + column + 1,
            })}
          >
            {children(item)}
          </div>
        ))
        if (isNext || skipped <= 0) return cards
        return [
          <div
            key={`before ${row.key}`}
            role="presentation"
            className={classes.skipped}
            style={{ height: skipped }}
          />,
          ...cards,
        ]
      })}
    </div>
  )
}
