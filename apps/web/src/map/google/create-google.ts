import { type Bounds, longitudeSpan } from '@muster/domain/geo/bounds.ts'
import { api } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { fitPadding } from '../fit-padding.ts'
import { readColours } from '../map-colours.ts'
import { type MarkerImage, markerImages } from '../maplibre/marker-images.ts'
import type { MapContent, Surface, SurfaceOptions } from '../surface.ts'
import {
  type Drawn,
  drawnAreas,
  drawnChosen,
  drawnPeople,
  drawnPlaces,
  drawnTrack,
  type Pictures,
} from './draw-content.ts'
import type { GoogleMaps, GooglePlace } from './google-types.ts'
import { GoogleProblem, googleTexts, loadGoogle } from './load-google.ts'

const mapPlaceZoom = 15

/** Creates a Google map in the container: hybrid, initially at zoom 15. Throws GoogleProblem if it is unavailable. */
export async function createGoogle(options: SurfaceOptions): Promise<Surface> {
  const { container, view, events } = options
  const maps = await loadGoogle({ key: await readKey(), origin: options.shown.googleOrigin })
  const map = new maps.Map(container, {
    mapTypeId: 'hybrid',
    zoom: mapPlaceZoom,
    center: toMiddle(view),
    gestureHandling: 'cooperative',
    fullscreenControl: false,
    streetViewControl: false,
    zoomControl: false,
    scaleControl: true,
  })
  const colours = readColours()
  const pictures = toPictures(maps, markerImages(colours))
  const fit = (bounds: Bounds) => map.fitBounds(toGoogleBounds(maps, bounds), fitPadding())
  fit(view)
  map.addListener('click', event => {
    const at = event.latLng?.toJSON()
    events.onChoose?.(undefined)
    if (at) events.onPick?.(at)
  })
  const pen = { maps, map, pictures, events, colours }
  const layers: Record<'areas' | 'track' | 'people' | 'chosen' | 'places', readonly Drawn[]> = {
    areas: [],
    track: [],
    people: [],
    chosen: [],
    places: [],
  }
  const put = (layer: keyof typeof layers, drawn: readonly Drawn[]) => {
    for (const one of layers[layer]) one.setMap(null)
    layers[layer] = drawn
  }
  let shown: MapContent | undefined
  let gatheredAt: number | undefined
  const readZoom = () => Math.floor(map.getZoom() ?? mapPlaceZoom)
  const show = (content: MapContent) => {
    if (content.areas !== shown?.areas) put('areas', drawnAreas(pen, content))
    if (content.track !== shown?.track) put('track', drawnTrack(pen, content))
    if (content.people !== shown?.people || readZoom() !== gatheredAt) {
      gatheredAt = readZoom()
      put('people', drawnPeople(pen, content, gatheredAt))
    }
    put('chosen', drawnChosen(pen, content))
    put('places', drawnPlaces(pen, content))
    shown = content
  }
  show(options.content)
  events.onBaseShown()
  map.addListener('zoom_changed', () => {
    if (shown && readZoom() !== gatheredAt) show(shown)
  })
  return {
    show,
    fit,
    // Nothing is drawn on this map, so moving the view disturbs nobody.
    reveal: fit,
    goTo(at, zoom) {
      map.panTo(at)
      if (zoom !== undefined) map.setZoom(zoom)
    },
    zoom: steps => map.setZoom((map.getZoom() ?? mapPlaceZoom) + steps),
    drawAdapter: () => Promise.reject(new Error('Drawing is done on the built-in map')),
    remove() {
      for (const layer of ['areas', 'track', 'people', 'chosen', 'places'] as const) put(layer, [])
      container.replaceChildren()
    },
  }
}

async function readKey(): Promise<string> {
  try {
    return (await api.maps.googleKey()).apiKey
  } catch (error) {
    throw new GoogleProblem(
      hasCode(error, 'MAPS_KEY_MISSING') ? googleTexts.notConfigured : googleTexts.keyFailed,
    )
  }
}

/** Converts the icons of the MapLibre map for use on a Google map. */
function toPictures(maps: GoogleMaps, images: readonly MarkerImage[]): Pictures {
  return new Map(
    images.map(({ name, image, pixelRatio }) => {
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.putImageData(image, 0, 0)
      const size = image.width / pixelRatio
      const bottom = name === 'centre' ? size - 4 : size / 2
      return [
        name,
        {
          url: canvas.toDataURL(),
          scaledSize: new maps.Size(size, size),
          anchor: new maps.Point(size / 2, bottom),
        },
      ]
    }),
  )
}

function toGoogleBounds(maps: GoogleMaps, { south, west, north, east }: Bounds): unknown {
  return new maps.LatLngBounds({ lat: south, lng: west }, { lat: north, lng: east })
}

const toMiddle = (view: Bounds): GooglePlace => ({
  lat: (view.south + view.north) / 2,
  lng: view.west + longitudeSpan(view) / 2,
})
