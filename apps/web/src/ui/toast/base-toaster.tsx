import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import classes from './base-toaster.module.css'
import { type Notice, type NoticeAction, noticeStore, notify } from './notify.ts'

/** Pixels sideways that dismiss a notice. */
export const swipeThreshold = 50

const icons = { success: IconCircleCheck, error: IconAlertTriangle, info: IconInfoCircle }

/** The base layer: one notice at a time. The clock stands still while it is pointed at or holds the focus. */
export function BaseToaster() {
  const notice = useSyncExternalStore(noticeStore.subscribe, noticeStore.get)
  const urgent = notice !== null && !notice.polite
  return (
    <section className={classes.place} aria-label="Messages">
      <div role="status" aria-live="polite">
        {notice && !urgent && <NoticeCard key={notice.id} notice={notice} />}
      </div>
      <div role="alert" aria-live="assertive">
        {notice && urgent && <NoticeCard key={notice.id} notice={notice} />}
      </div>
    </section>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const [held, setHeld] = useState(false)
  const [shift, setShift] = useState(0)
  const start = useRef<number | null>(null)
  const remaining = useRef(notice.durationMs)

  useEffect(() => {
    if (held) return
    const since = Date.now()
    const timer = setTimeout(() => notify.dismiss(notice.id), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current = Math.max(1000, remaining.current - (Date.now() - since))
    }
  }, [held, notice.id])

  const move = (event: PointerEvent) => {
    if (start.current !== null) setShift(event.clientX - start.current)
  }
  const release = () => {
    if (start.current === null) return
    start.current = null
    if (Math.abs(shift) >= swipeThreshold) notify.dismiss(notice.id)
    else setShift(0)
  }

  const Icon = icons[notice.kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is an extra for fingers; the button does the same
    <div
      className={classes.notice}
      data-kind={notice.kind}
      data-testid="notice"
      style={shift === 0 ? undefined : { transform: `translateX(${shift}px)` }}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => {
        release()
        setHeld(false)
      }}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={event => {
        start.current = event.clientX
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <span className={classes.icon}>
        <Icon size="1.25rem" aria-hidden />
      </span>
      <div className={classes.words}>
        <div className={classes.title}>{notice.title}</div>
        {notice.text && (
          <div className={classes.text} dir="auto">
            {notice.text}
          </div>
        )}
        {notice.next && (
          <div className={classes.text} dir="auto">
            {notice.next}
          </div>
        )}
        {notice.action && <Act notice={notice} action={notice.action} />}
      </div>
      <CloseButton
        className={classes.close}
        aria-label="Dismiss message"
        onClick={() => notify.dismiss(notice.id)}
      />
    </div>
  )
}

function Act({ notice, action }: { notice: Notice; action: NoticeAction }) {
  const act = () => {
    notify.dismiss(notice.id)
    action.run()
  }
  return (
    <Button className={classes.act} variant="default" onClick={act}>
      {action.label}
    </Button>
  )
}
