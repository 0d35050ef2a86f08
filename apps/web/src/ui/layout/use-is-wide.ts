import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Returns whether the element itself, rather than the screen, is at least `minWidthPx` wide. Undefined until the element is
 * measured, so that large content is not first rendered in the wrong place.
 */
export function useIsWide(element: RefObject<HTMLElement | null>, minWidthPx: number): boolean | undefined {
  const [isWide, setIsWide] = useState<boolean>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setIsWide(current.clientWidth >= minWidthPx)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, minWidthPx])
  return isWide
}
