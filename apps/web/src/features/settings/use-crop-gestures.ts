import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { type Crop, followFingers, type Point, pressKey, type Size, toggleZoom, zoomCrop } from './crop.ts'

/** Two taps within this time (ms) and distance (fraction of the preview) zoom. */
const doubleTap = { withinMs: 300, distance: 0.1 }
/** A finger that moves less (fraction of the preview) taps. */
const tapDistance = 0.03

type Props = {
  /** The size of the picture; undefined until it has loaded. */
  size: Size | undefined
  crop: Crop
  disabled: boolean
  onChange: (crop: Crop) => void
}

/**
 * Returns the props of an element on which a picture is cropped by hand: dragged, pinched, tapped twice, or moved with wheel and keys.
 * Its style must have `touch-action: none`, so that the page does not scroll instead.
 */
export function useCropGestures({ size, crop, disabled, onChange }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const tap = useRef<{ start: Point; last?: Point; lastAt: number }>({ start: { x: 0, y: 0 }, lastAt: 0 })
  // Several events can arrive before the next rendering, and each continues from the one before.
  const latest = useRef({ size, crop, disabled, onChange })
  useLayoutEffect(() => {
    latest.current = { size, crop, disabled, onChange }
  })

  const change = (next: (size: Size, crop: Crop) => Crop | undefined): boolean => {
    const { size, crop, disabled, onChange } = latest.current
    const nextCrop = size && !disabled ? next(size, crop) : undefined
    if (!nextCrop) return false
    latest.current = { ...latest.current, crop: nextCrop }
    onChange(nextCrop)
    return true
  }

  useEffect(() => {
    const element = ref.current
    if (!element) return
    // React registers wheel listeners as passive, which could not keep the page from scrolling.
    const zoom = (event: WheelEvent) => {
      const { size, crop, disabled, onChange } = latest.current
      if (!size || disabled) return
      event.preventDefault()
      const nextCrop = zoomCrop(size, crop, crop.side * 1.002 ** event.deltaY, toPoint(element, event))
      latest.current = { ...latest.current, crop: nextCrop }
      onChange(nextCrop)
    }
    element.addEventListener('wheel', zoom, { passive: false })
    return () => element.removeEventListener('wheel', zoom)
  }, [])

  const lift = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId)
  return {
    ref,
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (fingers.current.size >= 2) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const point = toPoint(event.currentTarget, event)
      // A second finger is no tap.
      tap.current.start = fingers.current.size === 0 ? point : { x: Infinity, y: Infinity }
      fingers.current.set(event.pointerId, point)
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (!fingers.current.has(event.pointerId)) return
      const before = toPair(fingers.current)
      fingers.current.set(event.pointerId, toPoint(event.currentTarget, event))
      const after = toPair(fingers.current)
      if (before && after) change((size, crop) => followFingers(size, crop, before, after))
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      if (!lift(event)) return
      const point = toPoint(event.currentTarget, event)
      if (isFar(point, tap.current.start, tapDistance)) {
        tap.current.lastAt = 0
        return
      }
      const { last, lastAt } = tap.current
      const isSecond =
        last && event.timeStamp - lastAt < doubleTap.withinMs && !isFar(point, last, doubleTap.distance)
      if (isSecond) change((size, crop) => toggleZoom(size, crop, point))
      tap.current = { ...tap.current, last: point, lastAt: isSecond ? 0 : event.timeStamp }
    },
    onPointerCancel: lift,
    onKeyDown(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (change((size, crop) => pressKey(size, crop, event.key))) event.preventDefault()
    },
  }
}

/** Converts a place on the screen to fractions of an element. */
function toPoint(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: (clientX - left) / (width || 1), y: (clientY - top) / (height || 1) }
}

function toPair(points: ReadonlyMap<number, Point>): readonly [Point, Point?] | undefined {
  const [first, second] = [...points.values()]
  return first && [first, second]
}

/** True also for a place that is not known. */
const isFar = (a: Point, b: Point, distance: number) => !(Math.hypot(a.x - b.x, a.y - b.y) <= distance)
