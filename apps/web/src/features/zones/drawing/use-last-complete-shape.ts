import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { useRef } from 'react'

/**
 * Returns the last complete shape while the draft is incomplete (half typed, or changing its kind), so that the map can still show
 * it. Returns undefined if the draft is complete or blank.
 */
export function useLastCompleteShape(shape: ZoneShape | undefined, isBlank: boolean): ZoneShape | undefined {
  const lastShape = useRef(shape)
  if (shape || isBlank) lastShape.current = shape
  return shape ? undefined : lastShape.current
}
