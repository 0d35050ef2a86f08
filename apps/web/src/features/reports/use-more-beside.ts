import { type RefObject, useEffect, useState } from 'react'

/** Returns, for each side of a horizontally scrolling box, whether it has hidden content there. */
export function useMoreBeside(box: RefObject<HTMLElement | null>) {
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      // `scrollLeft` is negative in right-to-left layouts.
      const place = Math.abs(element.scrollLeft)
      const [before, after] = [place > 1, place + element.clientWidth < element.scrollWidth - 1]
      setMore(last => (last.before === before && last.after === after ? last : { before, after }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const sizes = new ResizeObserver(measure)
    for (const sized of [element, ...element.children]) sizes.observe(sized)
    return () => {
      element.removeEventListener('scroll', measure)
      sizes.disconnect()
    }
  }, [box])
  return more
}
