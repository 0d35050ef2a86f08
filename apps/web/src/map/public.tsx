import { limits } from '@muster/domain/limits.ts'
import { lazy, Suspense } from 'react'
import type { DrawShapeProps } from './draw-shape.tsx'
import classes from './map-room.module.css'
import type { ZoneMapProps } from './zone-map.tsx'

export type { MapArea, MapMe, MapPerson, MapPersonState, MapTrack } from './surface.ts'

const LazyZoneMap = lazy(async () => ({ default: (await import('./zone-map.tsx')).ZoneMap }))

const LazyDrawShape = lazy(async () => ({ default: (await import('./draw-shape.tsx')).DrawShape }))

/** The room of a map while its code is on the way. */
const room = <div className={classes.room} style={{ height: limits.mapHeightPx }} aria-busy />

/** A map of an area, with people and places on it. Its code is loaded when one is on the screen. */
export function ZoneMap(props: ZoneMapProps) {
  return (
    <Suspense fallback={room}>
      <LazyZoneMap {...props} />
    </Suspense>
  )
}

/** Draws and edits an area. Its code, too, is loaded when it is on the screen. */
export function DrawShape(props: DrawShapeProps) {
  return (
    <Suspense fallback={room}>
      <LazyDrawShape {...props} />
    </Suspense>
  )
}
