import { type Bounds, longitudeSpan } from '@muster/domain/geo/bounds.ts'
import {
  AttributionControl,
  Map as LibreMap,
  type LngLatBoundsLike,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { clusterPeople, type MapCluster } from '../cluster-people.ts'
import { drawnDigits } from '../draw/drawn-features.ts'
import { fitPadding } from '../fit-padding.ts'
import { readColours } from '../map-colours.ts'
import { isSeenIn } from '../map-view.ts'
import type { MapContent, Surface, SurfaceOptions } from '../surface.ts'
import { type BaseMemory, baseMemory } from './base-memory.ts'
import { bringBase } from './bring-base.ts'
import { builtInStyle, drawBuiltIn } from './built-in-style.ts'
import { listen } from './listen.ts'
import { throughFetcher } from './outside-protocol.ts'
import { addOverlays, clusterZoom, showContent, showPeople } from './overlays.ts'

// A file of our own: the policy lets workers come from nowhere else.
setWorkerUrl(workerUrl)

const motionMs = 150
/** So near a fit may go: a doorway still has ground around it. */
const maxFitZoom = 18

/** A MapLibre map in the container, ready to be shown things. */
export async function createMapLibre(options: SurfaceOptions): Promise<Surface> {
  const { container, label, view, calm, drawing, events } = options
  const colours = readColours()
  const { shown: base, dark, satellite } = options
  const plain = builtInStyle(colours)
  const isBuiltIn = base.base.kind === 'built_in' || base.base.kind === 'google'
  const memory = isBuiltIn ? undefined : baseMemory({ shown: base, dark, satellite })
  const style = memory && !memory.isMissed() ? await firstStyle(memory, drawing) : undefined
  const map = new LibreMap({
    container,
    style: style ?? plain,
    transformRequest: base.fetcher ? throughFetcher(base.fetcher) : undefined,
    bounds: edgesOf(view),
    fitBoundsOptions: { padding: fitPadding(), maxZoom: maxFitZoom },
    attributionControl: false,
    // A page that is scrolled past the map must not be caught by it.
    cooperativeGestures: !drawing,
    doubleClickZoom: !drawing,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: calm ? 0 : motionMs,
    reduceMotion: calm || undefined,
    validateStyle: false,
    // Said to who comes to the drawing with the keyboard.
    locale: { 'Map.Title': `${label}: arrow keys move it, plus and minus zoom` },
  })
  // The frame of this name; what takes the arrow keys is no second one.
  map.getCanvas().setAttribute('role', 'application')
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new ScaleControl({ maxWidth: 100, unit: 'metric' }), 'bottom-left')
  map.addControl(new AttributionControl({ compact: false }), 'bottom-left')

  const duration = calm ? 0 : motionMs
  let shown: MapContent | undefined
  let wanted = options.content
  let clusters: readonly MapCluster[] = []
  let gatheredAt: number | undefined
  const draw = () => {
    const zoom = Math.floor(clusterZoom(map))
    if (wanted.people !== shown?.people || zoom !== gatheredAt) {
      clusters = clusterPeople(wanted.people, zoom)
      gatheredAt = zoom
      showPeople(map, clusters)
    }
    showContent(map, wanted, shown)
    shown = wanted
  }
  map.on('style.load', () => {
    addOverlays(map, colours)
    shown = undefined
    draw()
  })
  map.on('style.load', () => drawBuiltIn(map))
  map.on('moveend', () => drawBuiltIn(map))
  map.on('zoom', () => {
    if (shown && Math.floor(clusterZoom(map)) !== gatheredAt) draw()
  })
  listen(map, events, () => clusters)
  await map.once('style.load')
  const leaveBase = memory
    ? bringBase(map, { memory, plain, isDrawn: style !== undefined, events })
    : undefined

  const fit = (bounds: Bounds) =>
    void map.fitBounds(edgesOf(bounds), { padding: fitPadding(), maxZoom: maxFitZoom, duration })
  return {
    show(content) {
      wanted = content
      if (shown) draw()
    },
    fit,
    reveal(bounds) {
      if (!isSeenIn(viewNow(map), bounds)) fit(bounds)
    },
    goTo: ({ lat, lng }, zoom = map.getZoom()) => void map.easeTo({ center: [lng, lat], zoom, duration }),
    zoom: steps => void map.easeTo({ zoom: map.getZoom() + steps, duration }),
    async drawAdapter() {
      const { TerraDrawMapLibreGLAdapter } = await import('terra-draw-maplibre-gl-adapter')
      return new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: drawnDigits })
    },
    remove() {
      leaveBase?.()
      map.remove()
    },
  }
}

/**
 * The style a map begins with: the one of others only where it came before, and where something is drawn on it, which would not bear
 * another map under it. Elsewhere the built-in map is shown until it is there.
 */
const firstStyle = async (memory: BaseMemory, drawing: boolean): Promise<StyleSpecification | undefined> =>
  memory.known ?? (drawing ? memory.load().catch(() => void memory.miss()) : undefined)

/** What is in view; the library counts longitudes on past 180. */
function viewNow(map: LibreMap): Bounds {
  const [southWest, northEast] = [map.getBounds().getSouthWest(), map.getBounds().getNorthEast()]
  const isAll = northEast.lng - southWest.lng >= 360
  return {
    south: southWest.lat,
    west: isAll ? -180 : southWest.wrap().lng,
    north: northEast.lat,
    east: isAll ? 180 : northEast.wrap().lng,
  }
}

/** East runs on past 180 where the box crosses the antimeridian. */
function edgesOf(bounds: Bounds): LngLatBoundsLike {
  return [bounds.west, bounds.south, bounds.west + longitudeSpan(bounds), bounds.north]
}
