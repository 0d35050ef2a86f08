import type { DrawShapeProps } from './draw-shape.tsx'
import { LazyMap, type MapCode } from './lazy-map.tsx'
import type { ZoneMapProps } from './zone-map.tsx'

export { DrawToolButton } from './draw/draw-tool-button.tsx'
export { MapButton } from './map-button.tsx'
export type {
  MapArea,
  MapMarker as MapMark,
  MapPerson,
  MapPersonState,
  MapPosition as MapMe,
  MapTrack,
  MapZoneState,
} from './surface.ts'

const zoneMapCode: MapCode<ZoneMapProps> = { load: async () => (await import('./zone-map.tsx')).ZoneMap }

const drawShapeCode: MapCode<DrawShapeProps> = {
  load: async () => (await import('./draw-shape.tsx')).DrawShape,
}

/** A map of an area with people and positions. Its code is loaded when it appears on the screen. */
export function ZoneMap(props: ZoneMapProps) {
  return <LazyMap code={zoneMapCode} map={props} />
}

/** A map on which an area is drawn and edited. Its code is loaded when it appears on the screen. */
export function DrawShape(props: DrawShapeProps) {
  return <LazyMap code={drawShapeCode} map={props} />
}
