import { type Bounds, longitudeSpan } from '@muster/domain/geo/bounds.ts'
import {
  AttributionControl,
  type GeoJSONSource,
  Map as LibreMap,
  type LngLatBoundsLike,
  type MapGeoJSONFeature,
  type MapLayerMouseEvent,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { drawnDigits } from '../draw/drawn-features.ts'
import { readColours } from '../map-colours.ts'
import type { MapContent, Surface, SurfaceOptions } from '../surface.ts'
import { baseStyle } from './base-style.ts'
import { builtInStyle, drawBuiltIn } from './built-in-style.ts'
import { addOverlays, clusterLayer, peopleLayer, showContent } from './overlays.ts'
import { watchBase } from './watch-base.ts'

// A file of our own: the policy lets workers come from nowhere else.
setWorkerUrl(workerUrl)

const padding = 40
const motionMs = 150
/** So near a fit may go: a doorway still has ground around it. */
const maxFitZoom = 18

/** A MapLibre map in the container, ready to be shown things. */
export async function createMapLibre(options: SurfaceOptions): Promise<Surface> {
  const { container, label, view, calm, drawing, events } = options
  const colours = readColours(container)
  const { base } = options
  const plain = builtInStyle(colours)
  const isBuiltIn = base.kind === 'built_in' || base.kind === 'google'
  let isMissing = false
  const style = isBuiltIn
    ? plain
    : await baseStyle({ base, dark: options.dark, satellite: options.satellite }).catch(() => {
        isMissing = true
        return plain
      })
  const map = new LibreMap({
    container,
    style,
    bounds: edgesOf(view),
    fitBoundsOptions: { padding, maxZoom: maxFitZoom },
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
  // The frame around it is the landmark of this name; what takes the arrow keys is no second one.
  map.getCanvas().setAttribute('role', 'application')
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new ScaleControl({ maxWidth: 100, unit: 'metric' }), 'bottom-left')
  map.addControl(new AttributionControl({ compact: false }), 'bottom-left')

  const duration = calm ? 0 : motionMs
  let shown: MapContent | undefined
  let wanted = options.content
  const draw = () => {
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
  listen(map, events)
  await map.once('style.load')
  const unwatch =
    style === plain
      ? () => undefined
      : watchBase(map, () => {
          unwatch()
          map.setStyle(plain, { diff: false })
          events.onBaseFailed()
        })
  // Told when the map is there: until then nobody listens.
  if (isMissing) events.onBaseFailed()

  return {
    show(content) {
      wanted = content
      if (shown) draw()
    },
    fit: bounds => void map.fitBounds(edgesOf(bounds), { padding, maxZoom: maxFitZoom, duration }),
    goTo: ({ lat, lng }, zoom = map.getZoom()) => void map.easeTo({ center: [lng, lat], zoom, duration }),
    zoom: steps => void map.easeTo({ zoom: map.getZoom() + steps, duration }),
    async drawAdapter() {
      const { TerraDrawMapLibreGLAdapter } = await import('terra-draw-maplibre-gl-adapter')
      return new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: drawnDigits })
    },
    remove() {
      unwatch()
      map.remove()
    },
  }
}

function listen(map: LibreMap, { onPick, onChoose, onHover }: SurfaceOptions['events']): void {
  const personAt = ({ features }: MapLayerMouseEvent) => features?.[0]?.properties.id as string | undefined
  map.on('click', event => {
    const [found] = map.queryRenderedFeatures(event.point, { layers: [peopleLayer, clusterLayer] })
    if (found?.layer.id === peopleLayer) onChoose?.(found.properties.id)
    else if (found) void openCluster(map, found)
    else {
      onChoose?.(undefined)
      onPick?.({ lat: event.lngLat.lat, lng: event.lngLat.wrap().lng })
    }
  })
  map.on('mousemove', peopleLayer, event => onHover?.(personAt(event)))
  map.on('mouseleave', peopleLayer, () => onHover?.(undefined))
  for (const layer of [peopleLayer, clusterLayer]) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer'
    })
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = ''
    })
  }
}

async function openCluster(map: LibreMap, found: MapGeoJSONFeature): Promise<void> {
  if (found.geometry.type !== 'Point') return
  const zoom = await map
    .getSource<GeoJSONSource>(found.source)
    ?.getClusterExpansionZoom(found.properties?.cluster_id)
  map.easeTo({ center: found.geometry.coordinates as [number, number], zoom })
}

/** East runs on past 180 where the box crosses the antimeridian. */
function edgesOf(bounds: Bounds): LngLatBoundsLike {
  return [bounds.west, bounds.south, bounds.west + longitudeSpan(bounds), bounds.north]
}
