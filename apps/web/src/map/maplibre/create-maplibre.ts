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
import { coordinateDigits } from '../draw/drawn-features.ts'
import { fitPadding } from '../fit-padding.ts'
import { readColours } from '../map-colours.ts'
import { isVisibleIn } from '../map-view.ts'
import type { MapContent, Surface, SurfaceOptions } from '../surface.ts'
import { addMapListeners } from './add-map-listeners.ts'
import { type BaseMemory, createBaseMemory } from './base-memory.ts'
import { createBuiltInStyle, drawBuiltIn } from './built-in-style.ts'
import { loadBase } from './load-base.ts'
import { createRequestTransform } from './outside-protocol.ts'
import { addOverlays, clusterZoom, showContent, showPeople } from './overlays.ts'

// The worker is one of our own files, because the policy allows no other source of workers.
setWorkerUrl(workerUrl)

const animationMs = 150
/** Maximum zoom when fitting content, so that even a doorway is shown with its surroundings. */
const maxFitZoom = 18

export async function createMapLibreSurface(options: SurfaceOptions): Promise<Surface> {
  const { container, label, view, calm, drawing, events } = options
  const colours = readColours()
  const { shown: shownMap, dark, satellite } = options
  const plainStyle = createBuiltInStyle(colours)
  const isBuiltIn = shownMap.base.kind === 'built_in' || shownMap.base.kind === 'google'
  const memory = isBuiltIn ? undefined : createBaseMemory({ shown: shownMap, dark, satellite })
  const style = memory && !memory.isMissed() ? await loadFirstStyle(memory, drawing) : undefined
  const map = new LibreMap({
    container,
    style: style ?? plainStyle,
    transformRequest: shownMap.fetcher ? createRequestTransform(shownMap.fetcher) : undefined,
    bounds: toLibreBounds(view),
    fitBoundsOptions: { padding: fitPadding(), maxZoom: maxFitZoom },
    attributionControl: false,
    // The map must not catch a gesture that is meant to scroll the page.
    cooperativeGestures: !drawing,
    doubleClickZoom: !drawing,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: calm ? 0 : animationMs,
    reduceMotion: calm || undefined,
    validateStyle: false,
    locale: {
      // Announced to people who reach the map with the keyboard.
      'Map.Title': t`${label}: move with the arrow keys, zoom with plus and minus`,
      // Shown over the map after a gesture that would scroll the page.
      'CooperativeGesturesHandler.WindowsHelpText': t`Use Ctrl + scroll to zoom the map`,
      'CooperativeGesturesHandler.MacHelpText': t`Use ⌘ + scroll to zoom the map`,
      'CooperativeGesturesHandler.MobileHelpText': t`Use two fingers to move the map`,
    },
  })
  // The frame around the map is already the region with the accessible name, so the canvas, which takes the arrow keys, must not be
  // a second region.
  map.getCanvas().setAttribute('role', 'application')
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new ScaleControl({ maxWidth: 100, unit: 'metric' }), 'bottom-left')
  map.addControl(new AttributionControl({ compact: false }), 'bottom-left')

  const duration = calm ? 0 : animationMs
  let shownContent: MapContent | undefined
  let latestContent = options.content
  let clusters: readonly MapCluster[] = []
  let clusteredZoom: number | undefined
  const draw = () => {
    const zoom = Math.floor(clusterZoom(map))
    if (latestContent.people !== shownContent?.people || zoom !== clusteredZoom) {
      clusters = clusterPeople(latestContent.people, zoom)
      clusteredZoom = zoom
      showPeople(map, clusters, colours)
    }
    showContent(map, latestContent, shownContent)
    shownContent = latestContent
  }
  map.on('style.load', () => {
    addOverlays(map, colours)
    shownContent = undefined
    draw()
  })
  map.on('style.load', () => drawBuiltIn(map))
  map.on('moveend', () => {
    drawBuiltIn(map)
    events.onView?.(getView(map))
  })
  map.on('zoom', () => {
    if (shownContent && Math.floor(clusterZoom(map)) !== clusteredZoom) draw()
  })
  addMapListeners(map, events, () => clusters)
  await map.once('style.load')
  const detachBase = memory
    ? loadBase(map, { memory, plain: plainStyle, isDrawn: style !== undefined, events })
    : undefined

  const fit = (bounds: Bounds) =>
    void map.fitBounds(toLibreBounds(bounds), { padding: fitPadding(), maxZoom: maxFitZoom, duration })
  events.onView?.(getView(map))
  return {
    show(content) {
      latestContent = content
      if (shownContent) draw()
    },
    fit,
    reveal(bounds) {
      if (!isVisibleIn(getView(map), bounds)) fit(bounds)
    },
    goTo: ({ lat, lng }, zoom = map.getZoom()) => void map.easeTo({ center: [lng, lat], zoom, duration }),
    zoom: steps => void map.easeTo({ zoom: map.getZoom() + steps, duration }),
    async drawAdapter() {
      const { TerraDrawMapLibreGLAdapter } = await import('terra-draw-maplibre-gl-adapter')
      return new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: coordinateDigits })
    },
    remove() {
      detachBase?.()
      map.remove()
    },
  }
}

/**
 * Returns the initial style; undefined for the built-in one. A map for drawing waits for the external style, so that the style need
 * not change under the drawing. Any other map uses it only if it was loaded before, and otherwise shows the built-in map until it
 * has loaded.
 */
const loadFirstStyle = async (
  memory: BaseMemory,
  drawing: boolean,
): Promise<StyleSpecification | undefined> =>
  memory.known ?? (drawing ? memory.load().catch(() => void memory.miss()) : undefined)

/** Returns the current view, with longitudes wrapped, because the library continues them past 180. */
function getView(map: LibreMap): Bounds {
  const [southWest, northEast] = [map.getBounds().getSouthWest(), map.getBounds().getNorthEast()]
  const isWholeWorld = northEast.lng - southWest.lng >= 360
  return {
    south: southWest.lat,
    west: isWholeWorld ? -180 : southWest.wrap().lng,
    north: northEast.lat,
    east: isWholeWorld ? 180 : northEast.wrap().lng,
  }
}

/** Returns the edges of a box; the east edge continues past 180 if the box crosses the antimeridian. */
function toLibreBounds(bounds: Bounds): LngLatBoundsLike {
  return [bounds.west, bounds.south, bounds.west + longitudeSpan(bounds), bounds.north]
}
