import { type RefObject, useLayoutEffect, useState } from 'react'

/** The element itself, not the screen. Undefined until measured, so that large content is not first rendered in the wrong place. */
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
