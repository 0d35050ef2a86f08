import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '../ui/layout/focus-heading.ts'

/** Milliseconds before the first attempt, because the menu or dialog that led here first returns the focus to its button. */
const initialDelayMs = 50
/** Milliseconds within which a page must render its heading. */
const headingTimeoutMs = 5_000

/**
 * Moves the focus to the heading of the new page on every navigation, including sign-in and zone entry: the previously focused
 * element is gone, and a screen reader announces the page. Does nothing if a dialog or field of the new page has the focus, or if
 * the person acts first.
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
  const observer = new MutationObserver(tryToFocus)
  const firstAttemptTimer = setTimeout(() => {
    tryToFocus()
    if (!isDone) observer.observe(document.body, { childList: true, subtree: true })
  }, initialDelayMs)
  const timeoutTimer = setTimeout(stop, headingTimeoutMs)
  let isDone = false
  function stop() {
    isDone = true
    observer.disconnect()
    clearTimeout(firstAttemptTimer)
    clearTimeout(timeoutTimer)
    document.removeEventListener('keydown', stop, true)
    document.removeEventListener('pointerdown', stop, true)
  }
  function tryToFocus() {
    if (isDone) return
    if (isFocusTaken() || focusHeading()) stop()
  }
  document.addEventListener('keydown', stop, true)
  document.addEventListener('pointerdown', stop, true)
  return stop
}

/** True if the new page has already placed the focus in an open dialog, in details, in a form or in a field. */
function isFocusTaken(): boolean {
  const focusedElement = document.activeElement
  return (
    focusedElement?.closest('[role="dialog"], [data-details], form, main :is(input, textarea)') !== null &&
    focusedElement !== null
  )
}
