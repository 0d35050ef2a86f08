import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * True if the element is at least this many pixels wide, whatever surrounds it. Undefined until measured, so that large content is
 * not placed twice.
 */
export function useIsWide(element: RefObject<HTMLElement | null>, least: number): boolean | undefined {
  const [isWide, setIsWide] = useState<boolean>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const look = () => setIsWide(current.clientWidth >= least)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, least])
  return isWide
}
