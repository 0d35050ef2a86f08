import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** Room that an element needs above the edge of the screen to be seen with what follows it. */
const follows = 160

/**
 * Brings an element into view after what it shows was chosen elsewhere on the page, unless it is in view already. Call `bring` with the
 * choice; the place is looked at once that shows.
 */
export function useBroughtIntoView<E extends HTMLElement>(shown: unknown) {
  const element = useRef<E>(null)
  const asked = useRef(false)
  const isCalm = useReducedMotion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has another height once another choice shows
  useEffect(() => {
    if (!asked.current || !element.current) return
    asked.current = false
    const { top, bottom } = element.current.getBoundingClientRect()
    if (top >= 0 && bottom + follows <= window.innerHeight) return
    element.current.scrollIntoView?.({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  }, [shown])
  const bring = () => {
    asked.current = true
  }
  return { element, bring }
}
