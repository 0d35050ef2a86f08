import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Whether the element is at least so many pixels wide, whatever stands beside it; undefined until it was looked at, so that
 * nothing large is put in one place first and then in another.
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
