import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Line } from './message-lines.ts'
import classes from './room.module.css'

type Props = {
  lines: readonly Line[]
  /** The number that was jumped to: it is brought into view once it is there. */
  found: number | undefined
  /** Whether the newest message is among the lines. */
  isAtEnd: boolean
  onNearTop: () => void
  onNearEnd: () => void
  /** Goes to the newest. */
  onEnd: () => void
  /** The newest line is on the screen. */
  onSeen: () => void
  unread: number
  children: (line: Line) => React.ReactNode
}

/** So many pixels from the end count as the end. */
const END = 80

/**
 * The lines of a conversation, of which only those near the screen are drawn. It begins at the newest, keeps its place while older ones
 * are read above it, and follows new ones while the newest is in view.
 */
export function MessageList(props: Props) {
  const { lines, found, isAtEnd, onNearTop, onNearEnd, onEnd, onSeen, unread, children } = props
  const box = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 72,
    getItemKey: at => lines[at]?.key ?? at,
    anchorTo: 'end',
    followOnAppend: found === undefined,
    scrollEndThreshold: END,
    overscan: 6,
  })
  const hasLines = lines.length > 0
  const jumped = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (hasLines && found === undefined) virtual.scrollToEnd()
  }, [hasLines, found, virtual])
  const foundAt =
    found === undefined ? -1 : lines.findIndex(it => it.kind === 'said' && it.message.number === found)
  useLayoutEffect(() => {
    if (foundAt < 0 || jumped.current === found) return
    jumped.current = found
    virtual.scrollToIndex(foundAt, { align: 'center' })
  }, [foundAt, found, virtual])
  /** Lines are measured once they are drawn, so the end is looked for after that too. */
  const look = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    setAtEnd(scrollHeight - scrollTop - clientHeight < END)
  }
  useEffect(look)
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (!hasLines) return
    if (first <= 5) onNearTop()
    if (last >= lines.length - 5) onNearEnd()
  })
  const sees = atEnd && isAtEnd && hasLines
  useEffect(() => {
    if (sees) onSeen()
  })
  return (
    <div className={classes.listBox}>
      <section
        ref={box}
        className={classes.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        aria-label="Conversation"
        onScroll={look}
      >
        <div className={classes.lines} style={{ height: virtual.getTotalSize() }}>
          {items.map(item => {
            const line = lines[item.index]
            return (
              line && (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  className={classes.place}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {children(line)}
                </div>
              )
            )
          })}
        </div>
      </section>
      {!(atEnd && isAtEnd) && hasLines && (
        <Button
          pos="absolute"
          right={16}
          bottom={12}
          mih={44}
          leftSection={<IconArrowDown size="1rem" aria-hidden />}
          onClick={() => {
            onEnd()
            virtual.scrollToEnd()
          }}
        >
          {unread > 0 ? `${unread} new` : 'Newest'}
        </Button>
      )}
    </div>
  )
}
