import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { useRef } from 'react'

/** While the draft is half typed or changing its kind, the map still shows this. Undefined if it is complete or blank. */
export function useLastCompleteShape(shape: ZoneShape | undefined, isBlank: boolean): ZoneShape | undefined {
  const lastShape = useRef(shape)
  if (shape || isBlank) lastShape.current = shape
  return shape ? undefined : lastShape.current
}
