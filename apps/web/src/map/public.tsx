import { t } from '@lingui/core/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from '../ui/states/error-state.tsx'
import type { DrawShapeProps } from './draw-shape.tsx'
import classes from './map-frame.module.css'
import type { ZoneMapProps } from './zone-map.tsx'

/** The code of a map: how to load it, and the component once loaded. Create one per kind of map, outside any component. */
export type MapCode<Props extends object> = {
  load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
}

type LazyMapProps<Props extends object> = { code: MapCode<Props>; map: Props }

/** Loaded when it appears on the screen. If that fails, a message in its place offers to retry, and the page around it stays. */
export function LazyMap<Props extends object>({ code, map }: LazyMapProps<Props>) {
  const [state, setState] = useState<'loading' | 'failed' | 'there'>(code.loaded ? 'there' : 'loading')
  useEffect(() => {
    if (state !== 'loading') return
    let isUnmounted = false
    code.load().then(
      loaded => {
        code.loaded = loaded
        if (!isUnmounted) setState('there')
      },
      () => {
        if (!isUnmounted) setState('failed')
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [state, code])
  const Loaded = code.loaded
  if (Loaded) return <Loaded {...map} />
  if (state === 'failed')
    return <ErrorState title={t`Failed to load map`} error={null} onRetry={() => setState('loading')} />
  // Reserves the space of the map while its code loads.
  return <div className={classes.frame} aria-busy />
}

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
