import { type RefObject, useEffect, useState } from 'react'

/** Returns whether a horizontally scrolling box has hidden content `before` and `after` its visible part. */
export function useMoreBeside(boxRef: RefObject<HTMLElement | null>) {
  const [overflow, setOverflow] = useState({ before: false, after: false })
  useEffect(() => {
    const element = boxRef.current
    if (!element) return
    const measure = () => {
      // `scrollLeft` is negative in right-to-left layouts.
      const scrollOffset = Math.abs(element.scrollLeft)
      const [before, after] = [scrollOffset > 1, scrollOffset + element.clientWidth < element.scrollWidth - 1]
      setOverflow(previous =>
        previous.before === before && previous.after === after ? previous : { before, after },
      )
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const resizeObserver = new ResizeObserver(measure)
    for (const observedElement of [element, ...element.children]) resizeObserver.observe(observedElement)
    return () => {
      element.removeEventListener('scroll', measure)
      resizeObserver.disconnect()
    }
  }, [boxRef])
  return overflow
}
