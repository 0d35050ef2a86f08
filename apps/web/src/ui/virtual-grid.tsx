import { useElementSize } from '@mantine/hooks'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useIsPhone } from './use-screen.ts'
import classes from './virtual-grid.module.css'

/** The narrowest a column may be, in pixels; CardGridSkeleton has the same. */
const minColumn = 320

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  /** About how high a card is, in pixels: counts until the card was on the screen and could be measured. */
  estimate: number
  /** Makes it a list with this name. Without one the cards have to speak for themselves. */
  label?: string
  children: (item: T) => ReactNode
}

/**
 * A grid of cards that renders only what is near the screen, so that ten thousand scroll smoothly and only those near the
 * screen follow the feed. The card last touched stays: what it began (a check, a focus) must not end by scrolling.
 */
export function VirtualGrid<T>({ items, keyOf, estimate, label, children }: Props<T>) {
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const gap = useIsPhone() ? 12 : 16
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [touched, setTouched] = useState<string>()
  const columns = Math.max(1, Math.floor((width + gap) / (minColumn + gap)))
  const rowOf = (index: number) => items.slice(index * columns, (index + 1) * columns)
  const touchedAt = touched === undefined ? -1 : items.findIndex(item => keyOf(item) === touched)
  const kept = touchedAt < 0 ? undefined : Math.floor(touchedAt / columns)
  // What stands above the grid may grow or shrink: the place is measured after every render.
  useLayoutEffect(() => {
    const rect = box.current?.getBoundingClientRect()
    if (rect) setTop(Math.round(rect.top + window.scrollY))
  })
  const virtual = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => estimate,
    // A hidden row has no height of its own.
    measureElement: element => Math.round(element.getBoundingClientRect().height) || estimate,
    getItemKey: index => [columns, ...rowOf(index).map(keyOf)].join(' '),
    rangeExtractor: range => {
      const rows = defaultRangeExtractor(range)
      return kept === undefined || rows.includes(kept) ? rows : [...rows, kept].sort((a, b) => a - b)
    },
    gap,
    overscan: 4,
    scrollMargin: top,
  })
  return (
    <div
      ref={element => {
        box.current = element
        sizeRef(element)
      }}
      className={classes.grid}
      style={{ height: virtual.getTotalSize() }}
      {...(label !== undefined && { role: 'list', 'aria-label': label })}
    >
      {virtual.getVirtualItems().map(row => (
        <div
          key={row.key}
          ref={virtual.measureElement}
          data-index={row.index}
          role={label === undefined ? undefined : 'presentation'}
          className={classes.row}
          style={{
            gap,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${row.start - top}px)`,
          }}
        >
          {rowOf(row.index).map((item, column) => (
            <div
              key={keyOf(item)}
              className={classes.cell}
              onFocusCapture={() => setTouched(keyOf(item))}
              onPointerDownCapture={() => setTouched(keyOf(item))}
              {...(label !== undefined && {
                role: 'listitem',
                'aria-setsize': items.length,
                'aria-posinset': row.index * columns + column + 1,
              })}
            >
              {children(item)}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
