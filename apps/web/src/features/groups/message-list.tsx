import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Line } from './message-lines.ts'
import classes from './room.module.css'

type Props = {
  lines: readonly Line[]
  /** The message number to jump to; scrolled into view once loaded. */
  jumpTarget: number | undefined
  /** True if the newest message is among the lines. */
  isAtEnd: boolean
  onNearTop: () => void
  onNearEnd: () => void
  /** Jumps to the newest message. */
  onEnd: () => void
  /** Called when the newest line is visible. */
  onSeen: () => void
  unread: number
  children: (line: Line) => React.ReactNode
}

/** Maximum distance in pixels from the end that still counts as the end. */
const END = 80

/**
 * A virtualised list of the lines of a conversation. It starts at the newest line, keeps its position while older ones load above,
 * and follows new ones while the newest is in view.
 */
export function MessageList(props: Props) {
  const { lines, jumpTarget, isAtEnd, onNearTop, onNearEnd, onEnd, onSeen, unread, children } = props
  const box = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 72,
    getItemKey: at => lines[at]?.key ?? at,
    anchorTo: 'end',
    followOnAppend: jumpTarget === undefined,
    scrollEndThreshold: END,
    overscan: 6,
  })
  const hasLines = lines.length > 0
  const jumped = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (hasLines && jumpTarget === undefined) virtual.scrollToEnd()
  }, [hasLines, jumpTarget, virtual])
  const targetIndex =
    jumpTarget === undefined
      ? -1
      : lines.findIndex(it => it.kind === 'sent' && it.message.number === jumpTarget)
  useLayoutEffect(() => {
    if (targetIndex < 0 || jumped.current === jumpTarget) return
    jumped.current = jumpTarget
    virtual.scrollToIndex(targetIndex, { align: 'center' })
  }, [targetIndex, jumpTarget, virtual])
  /** Lines are measured after rendering, so the position is checked again then. */
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
        aria-label={t`Conversation`}
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
          bottom={12}
          mih={44}
          style={{ insetInlineEnd: 16 }}
          leftSection={<IconArrowDown size="1rem" aria-hidden />}
          onClick={() => {
            onEnd()
            virtual.scrollToEnd()
          }}
        >
          {unread > 0 ? t`${unread} new` : t`Newest`}
        </Button>
      )}
    </div>
  )
}
