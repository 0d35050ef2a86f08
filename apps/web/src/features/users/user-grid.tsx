import { useElementSize } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './user-card.module.css'

const minColumn = 300
const gap = 12

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  /** Height of a card in pixels; the same for all, so that ten thousand rows scroll smoothly. */
  cardHeight: number
  label: string
  children: (item: T) => ReactNode
}

/** A grid of cards of one height that renders only what is near the screen. */
export function UserGrid<T>({ items, keyOf, cardHeight, label, children }: Props<T>) {
  const { ref: sizeRef, width } = useElementSize<HTMLUListElement>()
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const columns = Math.max(1, Math.floor((width + gap) / (minColumn + gap)))
  const rows = Math.ceil(items.length / columns)
  // What stands above the grid may grow or shrink: the place is measured after every render.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setTop(Math.round(box.top + window.scrollY))
  })
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => cardHeight + gap,
    overscan: 6,
    scrollMargin: top,
  })
  const columnWidth = (width - gap * (columns - 1)) / columns
  return (
    <ul
      ref={element => {
        list.current = element
        sizeRef(element)
      }}
      className={classes.grid}
      aria-label={label}
      style={{ height: Math.max(0, virtual.getTotalSize() - gap) }}
    >
      {virtual.getVirtualItems().flatMap(row =>
        items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
          <li
            key={keyOf(item)}
            className={classes.cell}
            aria-setsize={items.length}
            aria-posinset={row.index * columns + column + 1}
            style={{
              width: width === 0 ? '100%' : columnWidth,
              height: cardHeight,
              transform: `translate(${column * (columnWidth + gap)}px, ${row.start - top}px)`,
            }}
          >
            {children(item)}
          </li>
        )),
      )}
    </ul>
  )
}
