import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** The height below the element, in pixels, that should be visible as well. */
const minVisibleBelow = 160

/** Call `bring` when something is selected: once it is rendered, the element is scrolled into view, unless it is visible. */
export function useBroughtIntoView<E extends HTMLElement>(shown: unknown) {
  const element = useRef<E>(null)
  const isRequested = useRef(false)
  const prefersReducedMotion = useReducedMotion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run after each change of the content shown
  useEffect(() => {
    if (!isRequested.current || !element.current) return
    isRequested.current = false
    const { top, bottom } = element.current.getBoundingClientRect()
    if (top >= 0 && bottom + minVisibleBelow <= window.innerHeight) return
    element.current.scrollIntoView?.({ block: 'start', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  }, [shown])
  const bring = () => {
    isRequested.current = true
  }
  return { element, bring }
}
