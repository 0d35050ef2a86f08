import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '../ui/layout/focus-heading.ts'

/** Milliseconds before the first attempt, because the menu or dialog that led here first returns the focus to its button. */
const retryMs = 50
/** Milliseconds within which a page must render its heading. */
const patienceMs = 5_000

/**
 * Moves the focus to the heading of the new page on every navigation, including sign-in and zone entry: the previously focused
 * element is gone, and a screen reader announces the page. Does nothing if a dialog or field of the new page has the focus, or the
 * person acts first.
 */
export function useFocusHeading(): void {
  const router = useRouter()
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return
      stop()
      stop = focusSoon()
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [router])
}

function focusSoon(): () => void {
  const observer = new MutationObserver(attempt)
  const settle = setTimeout(() => {
    attempt()
    if (!done) observer.observe(document.body, { childList: true, subtree: true })
  }, retryMs)
  const giveUp = setTimeout(stop, patienceMs)
  let done = false
  function stop() {
    done = true
    observer.disconnect()
    clearTimeout(settle)
    clearTimeout(giveUp)
    document.removeEventListener('keydown', stop, true)
    document.removeEventListener('pointerdown', stop, true)
  }
  function attempt() {
    if (done) return
    if (isTaken() || focusHeading()) stop()
  }
  document.addEventListener('keydown', stop, true)
  document.addEventListener('pointerdown', stop, true)
  return stop
}

/** True if the focused element belongs to the new page: an open dialog, or a field focused by the page itself. */
function isTaken(): boolean {
  const active = document.activeElement
  return (
    active?.closest('[role="dialog"], [data-details], form, main :is(input, textarea)') !== null &&
    active !== null
  )
}
