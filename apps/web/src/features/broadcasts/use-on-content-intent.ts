import { useEffect } from 'react'

/** Minimum distance in pixels that a touch must move down to count as a pull; anything shorter is a tap. */
const minSwipePx = 24

/**
 * Calls `onIntent` once the person wants to see the content under a bar: they scroll to the top of the page, try to scroll further
 * up there by touch, wheel or key, or move on with the Tab key. A tap does nothing.
 */
export function useOnContentIntent(isActive: boolean, onIntent: () => void): void {
  useEffect(() => {
    if (!isActive) return
    const isAtTop = () => window.scrollY <= 0
    let touchStartY = Number.POSITIVE_INFINITY
    const onScroll = () => isAtTop() && onIntent()
    const onWheel = ({ deltaY }: WheelEvent) => isAtTop() && deltaY < 0 && onIntent()
    const onTouchStart = ({ touches }: TouchEvent) => {
      touchStartY = touches[0]?.clientY ?? Number.POSITIVE_INFINITY
    }
    const onTouchMove = ({ touches }: TouchEvent) =>
      isAtTop() && (touches[0]?.clientY ?? 0) - touchStartY > minSwipePx && onIntent()
    const onKeyDown = ({ key }: KeyboardEvent) =>
      (key === 'Tab' || (isAtTop() && ['ArrowUp', 'PageUp', 'Home'].includes(key))) && onIntent()
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    window.addEventListener('scroll', onScroll, options)
    window.addEventListener('wheel', onWheel, options)
    window.addEventListener('touchstart', onTouchStart, options)
    window.addEventListener('touchmove', onTouchMove, options)
    window.addEventListener('keydown', onKeyDown, options)
    return () => controller.abort()
  }, [isActive, onIntent])
}
