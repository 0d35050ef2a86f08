import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { useRef } from 'react'

/**
 * The last whole shape of a draft, while it is half typed or between two kinds: it stays on the map. None of a draft that is
 * whole, or blank.
 */
export function useFormer(shape: ZoneShape | undefined, isBlank: boolean): ZoneShape | undefined {
  const last = useRef(shape)
  if (shape || isBlank) last.current = shape
  return shape ? undefined : last.current
}
