import { t } from '@lingui/core/macro'
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
import { isVisibleIn } from '../map-view.ts'
import type { MapContent, Surface, SurfaceOptions } from '../surface.ts'
import { type BaseMemory, baseMemory } from './base-memory.ts'
import { bringBase } from './bring-base.ts'
import { builtInStyle, drawBuiltIn } from './built-in-style.ts'
import { listen } from './listen.ts'
import { throughFetcher } from './outside-protocol.ts'
import { addOverlays, clusterZoom, showContent, showPeople } from './overlays.ts'

// The worker is one of our own files, because the policy allows no other source of workers.
setWorkerUrl(workerUrl)

const motionMs = 150
/** Maximum zoom when fitting content, at which a doorway still has its surroundings. */
const maxFitZoom = 18

/** Creates a MapLibre map in the container, ready for content. */
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
    bounds: toEdges(view),
    fitBoundsOptions: { padding: fitPadding(), maxZoom: maxFitZoom },
    attributionControl: false,
    // Scrolling the page past the map must not get caught by it.
    cooperativeGestures: !drawing,
    doubleClickZoom: !drawing,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: calm ? 0 : motionMs,
    reduceMotion: calm || undefined,
    validateStyle: false,
    // Announced to people who reach the drawing with the keyboard.
    locale: { 'Map.Title': t`${label}: move with the arrow keys, zoom with plus and minus` },
  })
  // The frame has the accessible name; the canvas that takes the arrow keys is not a second region.
  map.getCanvas().setAttribute('role', 'application')
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new ScaleControl({ maxWidth: 100, unit: 'metric' }), 'bottom-left')
  map.addControl(new AttributionControl({ compact: false }), 'bottom-left')

  const duration = calm ? 0 : motionMs
  let shown: MapContent | undefined
  let latest = options.content
  let clusters: readonly MapCluster[] = []
  let gatheredAt: number | undefined
  const draw = () => {
    const zoom = Math.floor(clusterZoom(map))
    if (latest.people !== shown?.people || zoom !== gatheredAt) {
      clusters = clusterPeople(latest.people, zoom)
      gatheredAt = zoom
      showPeople(map, clusters)
    }
    showContent(map, latest, shown)
    shown = latest
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
    void map.fitBounds(toEdges(bounds), { padding: fitPadding(), maxZoom: maxFitZoom, duration })
  return {
    show(content) {
      latest = content
      if (shown) draw()
    },
    fit,
    reveal(bounds) {
      if (!isVisibleIn(viewNow(map), bounds)) fit(bounds)
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
 * Returns the initial style. An external style is used only if it was loaded before, or if something is drawn on the map, which
 * would not survive a change of style. Otherwise the built-in map is shown until it has loaded.
 */
const firstStyle = async (memory: BaseMemory, drawing: boolean): Promise<StyleSpecification | undefined> =>
  memory.known ?? (drawing ? memory.load().catch(() => void memory.miss()) : undefined)

/** Returns the current view; the library continues longitudes past 180. */
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

/** Returns the edges of a box; the east edge continues past 180 if the box crosses the antimeridian. */
function toEdges(bounds: Bounds): LngLatBoundsLike {
  return [bounds.west, bounds.south, bounds.west + longitudeSpan(bounds), bounds.north]
}
