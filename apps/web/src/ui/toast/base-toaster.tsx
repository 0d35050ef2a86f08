import { t } from '@lingui/core/macro'
import { Box, Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import classes from './base-toaster.module.css'
import { type Notice, type NoticeAction, noticeStore, notify } from './notify.ts'

/** Horizontal swipe distance in pixels that dismisses a toast. */
export const swipeThreshold = 50

/** Maximum number of characters that fit on two lines of a phone. */
const longNoticeLength = 56
const countCharacters = ({ title, text = '', next = '' }: Notice) => title.length + text.length + next.length

const iconsByKind = { success: IconCircleCheck, error: IconAlertTriangle, info: IconInfoCircle }

/** The base layer: one toast at a time. Its timer pauses while the toast is hovered, focused or expanded by a tap. */
export function BaseToaster() {
  const notice = useSyncExternalStore(noticeStore.subscribe, noticeStore.get)
  const renderCard = (announceMode: Notice['read']) =>
    notice?.read === announceMode && <NoticeCard key={notice.id} notice={notice} />
  return (
    <section className={classes.place} data-no-print aria-label={t`Messages`}>
      <div role="status" aria-live="polite">
        {renderCard('politely')}
      </div>
      <div role="alert" aria-live="assertive">
        {renderCard('at once')}
      </div>
      <div>{renderCard('not')}</div>
    </section>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [isTapped, setIsTapped] = useState(false)
  const isPaused = isHovered || isFocused || isTapped
  const [swipeOffset, setSwipeOffset] = useState(0)
  const startX = useRef<number | null>(null)
  const remainingMs = useRef(notice.durationMs)

  useEffect(() => {
    if (isPaused) return
    const startedAt = Date.now()
    const timer = setTimeout(() => notify.dismiss(notice.id), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(1000, remainingMs.current - (Date.now() - startedAt))
    }
  }, [isPaused, notice.id])

  const handlePointerMove = (event: PointerEvent) => {
    if (startX.current !== null) setSwipeOffset(event.clientX - startX.current)
  }
  const handlePointerUp = (event: PointerEvent) => {
    if (startX.current === null) return
    startX.current = null
    if (Math.abs(swipeOffset) >= swipeThreshold) notify.dismiss(notice.id)
    else {
      setSwipeOffset(0)
      // A lifted finger no longer hovers, so a tap toggles the expanded state.
      if (event.pointerType === 'touch') setIsTapped(!isTapped)
    }
  }

  const Icon = iconsByKind[notice.kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is an extra for fingers; the button does the same
    <div
      className={classes.notice}
      data-kind={notice.kind}
      data-testid="notice"
      style={swipeOffset === 0 ? undefined : { transform: `translateX(${swipeOffset}px)` }}
      data-open={isPaused || undefined}
      data-long={countCharacters(notice) > longNoticeLength || undefined}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={event => {
        handlePointerUp(event)
        setIsHovered(false)
      }}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      onPointerDown={event => {
        startX.current = event.clientX
      }}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerUp}
    >
      <span className={classes.icon}>
        <Icon size="1.25rem" aria-hidden />
      </span>
      <div className={classes.words}>
        <Box component="span" me={6} fw={600}>
          {notice.title}
        </Box>{' '}
        {notice.text && (
          <Box component="span" me={4} c="dimmed" dir="auto">
            {notice.text}
          </Box>
        )}{' '}
        {notice.next && (
          <Box component="span" me={4} c="dimmed" dir="auto">
            {notice.next}
          </Box>
        )}
      </div>
      {notice.action && <ActionButton notice={notice} action={notice.action} />}
      <CloseButton
        className={classes.close}
        aria-label={t`Dismiss message`}
        onClick={() => notify.dismiss(notice.id)}
      />
    </div>
  )
}

function ActionButton({ notice, action }: { notice: Notice; action: NoticeAction }) {
  const runAction = () => {
    notify.dismiss(notice.id)
    action.run()
  }
  return (
    <Button className={classes.act} variant="default" onClick={runAction}>
      {action.label}
    </Button>
  )
}
