import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '../ui/layout/focus-heading.ts'

/** A menu or dialog that led here gives the focus back to its button first, in milliseconds. */
const settleMs = 50
/** So long a page may take to show its heading, in milliseconds. */
const patienceMs = 5_000

/**
 * On every change of page, signing in and entering a zone included, the focus goes to the heading of the new one: where else it
 * was is gone, and a screen reader says where one is. Not when a dialog or field of the new page has it, or somebody acts first.
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
  const seen = new MutationObserver(attempt)
  const settle = setTimeout(() => {
    attempt()
    if (!done) seen.observe(document.body, { childList: true, subtree: true })
  }, settleMs)
  const giveUp = setTimeout(stop, patienceMs)
  let done = false
  function stop() {
    done = true
    seen.disconnect()
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

/** Whether what has the focus belongs there: an open dialog, or a field that the new page puts it in. */
function isTaken(): boolean {
  const active = document.activeElement
  return (
    active?.closest('[role="dialog"], [data-details], form, main :is(input, textarea)') !== null &&
    active !== null
  )
}
