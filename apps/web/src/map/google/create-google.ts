import { type Bounds, longitudeSpan } from '@muster/domain/geo/bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import { api } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { drawnGeometry } from '../drawn-shape.ts'
import { readColours } from '../map-colours.ts'
import { type MarkerImage, markerImages } from '../maplibre/marker-images.ts'
import type { MapContent, Surface, SurfaceOptions } from '../surface.ts'
import type { GoogleMap, GoogleMaps, GooglePlace } from './google-types.ts'
import { GoogleProblem, googleTexts, loadGoogle } from './load-google.ts'

/** Google's map in the container: hybrid, zoom 15 at first. Throws GoogleProblem where it cannot be had. */
export async function createGoogle(options: SurfaceOptions): Promise<Surface> {
  const { container, view, events } = options
  const maps = await loadGoogle({ key: await readKey(), origin: options.googleOrigin })
  const map = new maps.Map(container, {
    mapTypeId: 'hybrid',
    zoom: limits.mapPlaceZoom,
    center: middleOf(view),
    gestureHandling: 'cooperative',
    fullscreenControl: false,
    streetViewControl: false,
    zoomControl: false,
    scaleControl: true,
  })
  const pictures = picturesOf(maps, markerImages(readColours(container)))
  const fit = (bounds: Bounds) => map.fitBounds(boundsOf(maps, bounds), 40)
  fit(view)
  map.addListener('click', event => {
    const at = event.latLng?.toJSON()
    events.onChoose?.(undefined)
    if (at) events.onPick?.(at)
  })
  let shown: { setMap(map: null): void }[] = []
  const show = (content: MapContent) => {
    for (const one of shown) one.setMap(null)
    shown = drawn({ maps, map, pictures, events }, content)
  }
  show(options.content)
  return {
    show,
    fit,
    goTo(at, zoom) {
      map.panTo(at)
      if (zoom !== undefined) map.setZoom(zoom)
    },
    zoom: steps => map.setZoom((map.getZoom() ?? limits.mapPlaceZoom) + steps),
    drawAdapter: () => Promise.reject(new Error('Drawing is done on the built-in map')),
    remove() {
      for (const one of shown) one.setMap(null)
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

type Pictures = ReadonlyMap<string, { url: string; scaledSize: unknown; anchor: unknown }>
type Pen = { maps: GoogleMaps; map: GoogleMap; pictures: Pictures; events: SurfaceOptions['events'] }

/** Everything of a content, on the map; it is taken off and drawn anew when the content changes. */
function drawn({ maps, map, pictures, events }: Pen, content: MapContent): { setMap(map: null): void }[] {
  const { areas, people, marks, me, centre, chosen } = content
  const marker = (at: GooglePlace, image: string, label: string, title: string) => {
    const icon = pictures.get(image)
    const { lat, lng } = at
    return icon ? [new maps.Marker({ map, position: { lat, lng }, icon, label, title })] : []
  }
  const outlines = areas.flatMap(({ shape, quiet }) => {
    const geometry = drawnGeometry(shape)
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return polygons.map(
      rings =>
        new maps.Polygon({
          map,
          paths: rings.map(ring => ring.map(([lng, lat]) => ({ lat, lng }))),
          clickable: false,
          fillColor: limits.zoneColor,
          fillOpacity: quiet ? limits.zoneFillOpacity / 2 : limits.zoneFillOpacity,
          strokeColor: limits.zoneColor,
          strokeWeight: quiet ? limits.zoneStrokeWidth / 2 : limits.zoneStrokeWidth,
        }),
    )
  })
  const persons = people.flatMap(person => {
    const image = `${person.id === chosen ? 'chosen' : 'person'}-${person.state}`
    const found = marker(person, image, person.initials, `${person.name}, ${person.state}`)
    for (const one of found) one.addListener('click', () => events.onChoose?.(person.id))
    return found
  })
  const accuracy = me?.accuracyMeters
    ? [
        new maps.Circle({
          map,
          center: { lat: me.lat, lng: me.lng },
          radius: me.accuracyMeters,
          clickable: false,
        }),
      ]
    : []
  return [
    ...outlines,
    ...accuracy,
    ...persons,
    ...marks.flatMap(mark => marker(mark, 'mark', '', mark.text)),
    ...(centre ? marker(centre, 'centre', '', 'Centre of the zone') : []),
    ...(me ? marker(me, 'me', '', 'You') : []),
  ]
}

/** The same pictures as on the other map. */
function picturesOf(maps: GoogleMaps, images: readonly MarkerImage[]): Pictures {
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

function boundsOf(maps: GoogleMaps, { south, west, north, east }: Bounds): unknown {
  return new maps.LatLngBounds({ lat: south, lng: west }, { lat: north, lng: east })
}

const middleOf = (view: Bounds): GooglePlace => ({
  lat: (view.south + view.north) / 2,
  lng: view.west + longitudeSpan(view) / 2,
})
