import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { useRef } from 'react'

/**
 * Returns the last complete shape of a draft, shown on the map while the draft is half typed or changing its kind. Undefined if the
 * draft is complete or blank.
 */
export function useFormer(shape: ZoneShape | undefined, isBlank: boolean): ZoneShape | undefined {
  const lastShape = useRef(shape)
  if (shape || isBlank) lastShape.current = shape
  return shape ? undefined : lastShape.current
}
