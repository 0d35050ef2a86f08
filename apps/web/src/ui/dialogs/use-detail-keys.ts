import { type RefObject, useEffect, useRef } from 'react'
import { findAdjacentRow, isRow, type Step } from './detail-rows.ts'

const stepsByKey: Readonly<Record<string, Step>> = {
  ArrowUp: 'above',
  ArrowDown: 'below',
  ArrowLeft: 'before',
  ArrowRight: 'after',
}

type Options = {
  heading: RefObject<HTMLElement | null>
  /** False while something in the details is being sent, or a confirmation is open over them. */
  mayClose: boolean
  onClose: () => void
}

/**
 * Handles the keyboard for details beside a list. Escape closes them wherever the focus is, except in a menu, a dialog or a field
 * with its own keys. On a row, the arrow keys move to the next row, and Enter moves the focus into the details if they are open.
 */
export function useDetailKeys({ heading, mayClose, onClose }: Options): void {
  const closableSince = useRef(0)
  useEffect(() => {
    if (mayClose) closableSince.current = performance.now()
  }, [mayClose])
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.defaultPrevented || event.isComposing || !(target instanceof HTMLElement) || !mayClose) return
      if (key === 'Escape') {
        // Ignores the Escape that closed a dialog over the details: it was pressed before the details could be closed.
        if (event.timeStamp >= closableSince.current && !handlesKeys(target)) onClose()
        return
      }
      if (!isRow(target) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (key === 'Enter' && target.getAttribute('aria-expanded') === 'true') {
        event.preventDefault()
        heading.current?.focus({ preventScroll: true })
        return
      }
      const step = stepsByKey[key]
      const next = step && findAdjacentRow(target, step)
      if (!step) return
      event.preventDefault()
      next?.focus()
      next?.click()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [heading, mayClose, onClose])
}

/** True if Escape has to close something else first: a menu, a list of options, a dialog. */
function handlesKeys(target: HTMLElement): boolean {
  return (
    target.getAttribute('data-mantine-stop-propagation') === 'true' ||
    target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
  )
}
