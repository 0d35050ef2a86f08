import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { MessageLine } from './message-lines.ts'
import classes from './room.module.css'

type Props = {
  lines: readonly MessageLine[]
  /** The message number to jump to; scrolled into view once loaded. */
  jumpTarget: number | undefined
  /** True if the newest message is among the lines. */
  isAtEnd: boolean
  onNearTop: () => void
  onNearEnd: () => void
  onEnd: () => void
  onSeen: () => void
  unread: number
  children: (line: MessageLine) => React.ReactNode
}

/** Maximum distance in pixels from the end that still counts as the end. */
const END_THRESHOLD_PX = 80

/** Starts at the newest line or at `jumpTarget`, keeps its place while older lines load above, and follows new lines at the end. */
export function MessageList(props: Props) {
  const { lines, jumpTarget, isAtEnd, onNearTop, onNearEnd, onEnd, onSeen, unread, children } = props
  const scrollBox = useRef<HTMLDivElement>(null)
  const [isScrolledToEnd, setIsScrolledToEnd] = useState(true)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => 72,
    getItemKey: index => lines[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: jumpTarget === undefined,
    scrollEndThreshold: END_THRESHOLD_PX,
    overscan: 6,
  })
  const hasLines = lines.length > 0
  const lastJumpTarget = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (hasLines && jumpTarget === undefined) virtualizer.scrollToEnd()
  }, [hasLines, jumpTarget, virtualizer])
  const targetIndex =
    jumpTarget === undefined
      ? -1
      : lines.findIndex(it => it.kind === 'sent' && it.message.number === jumpTarget)
  useLayoutEffect(() => {
    if (targetIndex < 0 || lastJumpTarget.current === jumpTarget) return
    lastJumpTarget.current = jumpTarget
    virtualizer.scrollToIndex(targetIndex, { align: 'center' })
  }, [targetIndex, jumpTarget, virtualizer])
  /** Checks again after every render, because lines are measured only then. */
  const updateScrolledToEnd = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = scrollBox.current ?? {}
    setIsScrolledToEnd(scrollHeight - scrollTop - clientHeight < END_THRESHOLD_PX)
  }
  useEffect(updateScrolledToEnd)
  const items = virtualizer.getVirtualItems()
  const firstIndex = items[0]?.index ?? 0
  const lastIndex = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (!hasLines) return
    if (firstIndex <= 5) onNearTop()
    if (lastIndex >= lines.length - 5) onNearEnd()
  })
  // The list stays at its end while the composer or the keyboard takes some of its height.
  const stayAtEnd = useEffectEvent(() => {
    if (isScrolledToEnd && jumpTarget === undefined) virtualizer.scrollToEnd()
  })
  useEffect(() => {
    const box = scrollBox.current
    if (!box) return
    const observer = new ResizeObserver(() => stayAtEnd())
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  // A message that the person has just sent is shown, wherever they were in the conversation. One that was already waiting when the
  // conversation was opened is not.
  const [openedAt] = useState(() => Date.now())
  const lastLine = lines.at(-1)
  const pendingKey =
    lastLine?.kind === 'pending' && Date.parse(lastLine.message.entry.at) >= openedAt
      ? lastLine.key
      : undefined
  const showOwn = useEffectEvent(() => {
    onEnd()
    virtualizer.scrollToEnd()
  })
  useLayoutEffect(() => {
    if (pendingKey !== undefined) showOwn()
  }, [pendingKey])
  const seesNewest = isScrolledToEnd && isAtEnd && hasLines
  useEffect(() => {
    if (seesNewest) onSeen()
  })
  return (
    <div className={classes.listBox}>
      <section
        ref={scrollBox}
        className={classes.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        aria-label={t`Conversation`}
        onScroll={updateScrolledToEnd}
      >
        <Box pos="relative" w="100%" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(item => {
            const line = lines[item.index]
            return (
              line && (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={classes.place}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {children(line)}
                </div>
              )
            )
          })}
        </Box>
      </section>
      {!(isScrolledToEnd && isAtEnd) && hasLines && (
        <Button
          pos="absolute"
          bottom={12}
          mih={44}
          style={{ insetInlineEnd: 16 }}
          icon={IconArrowDown}
          iconSize="1rem"
          onClick={() => {
            onEnd()
            virtualizer.scrollToEnd()
          }}
        >
          {unread > 0 ? t`${unread} new` : t`Newest`}
        </Button>
      )}
    </div>
  )
}
