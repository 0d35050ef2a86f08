import { limits } from '@muster/domain/limits.ts'
import { lazy, Suspense } from 'react'
import type { ZoneMapProps } from './zone-map.tsx'

export type { MapMe } from './surface.ts'

const LazyZoneMap = lazy(async () => ({ default: (await import('./zone-map.tsx')).ZoneMap }))

/** The room of a map while its code is on the way. */
const room = <div style={{ height: limits.mapHeightPx }} aria-busy />

/** A map of an area, with people and places on it. Its code is loaded when one is on the screen. */
export function ZoneMap(props: ZoneMapProps) {
  return (
    <Suspense fallback={room}>
      <LazyZoneMap {...props} />
    </Suspense>
  )
}
