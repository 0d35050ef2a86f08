import { type Bounds, longitudeSpan } from '@muster/domain/geo/bounds.ts'
import { api } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { ringName } from '../cluster-ring.ts'
import { fitPadding } from '../fit-padding.ts'
import { type MapColours, readColours } from '../map-colours.ts'
import { createMarkerImages, createRingImage, type MarkerImage } from '../maplibre/marker-images.ts'
import type { MapContent, Surface, SurfaceOptions } from '../surface.ts'
import {
  drawAreas,
  drawChosen,
  drawPeople,
  drawPlaces,
  drawTrack,
  type MarkerIcons,
  type Overlay,
} from './draw-content.ts'
import type { GoogleLatLng, GoogleMaps } from './google-types.ts'
import { GoogleMapsError, googleTexts, loadGoogle } from './load-google.ts'

const defaultZoom = 15

/** Creates a hybrid Google map in the container, with the view fitted to `view`. Throws GoogleMapsError if it is unavailable. */
export async function createGoogleSurface(options: SurfaceOptions): Promise<Surface> {
  const { container, view, events } = options
  const maps = await loadGoogle({ key: await readKey(), origin: options.shown.googleOrigin })
  const map = new maps.Map(container, {
    mapTypeId: 'hybrid',
    zoom: defaultZoom,
    center: toCentre(view),
    gestureHandling: 'cooperative',
    fullscreenControl: false,
    streetViewControl: false,
    zoomControl: false,
    scaleControl: true,
  })
  const colours = readColours()
  const markerIcons = createMarkerIcons(maps, colours)
  const fit = (bounds: Bounds) => map.fitBounds(toGoogleBounds(maps, bounds), fitPadding())
  fit(view)
  map.addListener('click', event => {
    const at = event.latLng?.toJSON()
    events.onChoose?.(undefined)
    if (at) events.onPick?.(at)
  })
  const drawContext = { maps, map, pictures: markerIcons, events, colours }
  const overlaysByLayer: Record<'areas' | 'track' | 'people' | 'chosen' | 'places', readonly Overlay[]> = {
    areas: [],
    track: [],
    people: [],
    chosen: [],
    places: [],
  }
  const replaceLayer = (layer: keyof typeof overlaysByLayer, overlays: readonly Overlay[]) => {
    for (const overlay of overlaysByLayer[layer]) overlay.setMap(null)
    overlaysByLayer[layer] = overlays
  }
  let shownContent: MapContent | undefined
  let clusteredZoom: number | undefined
  const readZoom = () => Math.floor(map.getZoom() ?? defaultZoom)
  const show = (content: MapContent) => {
    if (content.areas !== shownContent?.areas) replaceLayer('areas', drawAreas(drawContext, content))
    if (content.track !== shownContent?.track) replaceLayer('track', drawTrack(drawContext, content))
    if (content.people !== shownContent?.people || readZoom() !== clusteredZoom) {
      clusteredZoom = readZoom()
      replaceLayer('people', drawPeople(drawContext, content, clusteredZoom))
    }
    replaceLayer('chosen', drawChosen(drawContext, content))
    replaceLayer('places', drawPlaces(drawContext, content))
    shownContent = content
  }
  show(options.content)
  events.onBaseShown()
  map.addListener('idle', () => {
    const viewBounds = map.getBounds?.()?.toJSON()
    if (viewBounds) events.onView?.(viewBounds)
  })
  map.addListener('zoom_changed', () => {
    if (shownContent && readZoom() !== clusteredZoom) show(shownContent)
  })
  return {
    show,
    fit,
    // Drawing never uses this map, so moving the view disturbs nobody.
    reveal: fit,
    goTo(at, zoom) {
      map.panTo(at)
      if (zoom !== undefined) map.setZoom(zoom)
    },
    zoom: steps => map.setZoom((map.getZoom() ?? defaultZoom) + steps),
    drawAdapter: () => Promise.reject(new Error('Drawing is done on the built-in map')),
    remove() {
      for (const layer of ['areas', 'track', 'people', 'chosen', 'places'] as const) replaceLayer(layer, [])
      container.replaceChildren()
    },
  }
}

async function readKey(): Promise<string> {
  try {
    return (await api.maps.googleKey()).apiKey
  } catch (error) {
    throw new GoogleMapsError(
      hasCode(error, 'MAPS_KEY_MISSING') ? googleTexts.notConfigured : googleTexts.keyFailed,
    )
  }
}

/** Converts the icons of the MapLibre map for use on a Google map; the rings of clusters when they are first needed. */
function createMarkerIcons(maps: GoogleMaps, colours: MapColours): MarkerIcons {
  const toIcon = (image: MarkerImage) => toMarkerIcon(maps, image)
  const icons = new Map(createMarkerImages(colours).map(image => [image.name, toIcon(image)]))
  return {
    find(image) {
      if (typeof image === 'string') return icons.get(image)
      const name = ringName(image)
      const icon = icons.get(name) ?? toIcon(createRingImage(image, colours))
      icons.set(name, icon)
      return icon
    },
  }
}

function toMarkerIcon(maps: GoogleMaps, { name, image, pixelRatio }: MarkerImage) {
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.putImageData(image, 0, 0)
  const size = image.width / pixelRatio
  const anchorY = name === 'centre' ? size - 4 : size / 2
  return {
    url: canvas.toDataURL(),
    scaledSize: new maps.Size(size, size),
    anchor: new maps.Point(size / 2, anchorY),
  }
}

function toGoogleBounds(maps: GoogleMaps, { south, west, north, east }: Bounds): unknown {
  return new maps.LatLngBounds({ lat: south, lng: west }, { lat: north, lng: east })
}

const toCentre = (view: Bounds): GoogleLatLng => ({
  lat: (view.south + view.north) / 2,
  lng: view.west + longitudeSpan(view) / 2,
})
