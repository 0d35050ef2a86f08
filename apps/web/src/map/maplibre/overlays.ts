import { limits } from '@muster/domain/limits.ts'
import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as LibreMap,
} from 'maplibre-gl'
import { clusterCount, type MapCluster } from '../cluster-people.ts'
import { accuracyGeometry, drawnGeometry } from '../drawn-shape.ts'
import { type Feature, featuresOf } from '../features.ts'
import type { MapColours } from '../map-colours.ts'
import type { MapContent } from '../surface.ts'
import { mapFont } from './built-in-style.ts'
import { markerImages } from './marker-images.ts'

const sources = {
  areas: 'muster-areas',
  accuracy: 'muster-accuracy',
  people: 'muster-people',
  places: 'muster-places',
} as const

/** Layers that answer to a finger or a pointer. */
export const peopleLayer = 'muster-person'
export const clusterLayer = 'muster-cluster'
const accuracyLayer = 'muster-accuracy'

/** Puts what is ours over a base map that was loaded. */
export function addOverlays(map: LibreMap, colours: MapColours): void {
  for (const { name, image, pixelRatio } of markerImages(colours)) {
    if (!map.hasImage(name)) map.addImage(name, image, { pixelRatio })
  }
  const data = featuresOf([])
  map.addSource(sources.areas, { type: 'geojson', data, tolerance: 0.1 })
  map.addSource(sources.accuracy, { type: 'geojson', data })
  map.addSource(sources.people, { type: 'geojson', data })
  map.addSource(sources.places, { type: 'geojson', data })
  for (const layer of layersIn(colours)) map.addLayer(layer)
}

/** Brings the sources to a new content; what stayed the same object is left alone. */
export function showContent(map: LibreMap, content: MapContent, before?: MapContent): void {
  if (content.areas !== before?.areas) setData(map, sources.areas, areasOf(content))
  if (content.me !== before?.me) showAccuracy(map, accuracyOf(content))
  if (placesChanged(content, before)) setData(map, sources.places, placesOf(content))
}

/** Each layer of areas costs a part of a frame, be it empty: this one is there only while it shows something. */
function showAccuracy(map: LibreMap, circle: Feature[]): void {
  setData(map, sources.accuracy, circle)
  map.setLayoutProperty(accuracyLayer, 'visibility', circle.length > 0 ? 'visible' : 'none')
}

/** People, and clusters of them, as they were gathered for this zoom. */
export function showPeople(map: LibreMap, clusters: readonly MapCluster[]): void {
  setData(map, sources.people, clusters.map(clusterFeature))
}

/** A zoom of tiles of 256 pixels, which the gathering of people is made for; this library's are of 512. */
export const clusterZoom = (map: LibreMap) => map.getZoom() + 1
export const libreZoom = (zoom: number) => zoom - 1

function setData(map: LibreMap, id: string, features: Feature[]): void {
  map.getSource<GeoJSONSource>(id)?.setData(featuresOf(features))
}

const areasOf = ({ areas }: MapContent) =>
  areas.map(
    ({ id, shape, name = '', quiet = false }): Feature => ({
      type: 'Feature',
      properties: { id, name, quiet },
      geometry: drawnGeometry(shape),
    }),
  )

function accuracyOf({ me }: MapContent): Feature[] {
  if (!me?.accuracyMeters) return []
  return [{ type: 'Feature', properties: {}, geometry: accuracyGeometry(me, me.accuracyMeters) }]
}

function clusterFeature({ lat, lng, people }: MapCluster, number: number): Feature {
  const [person] = people
  return person && people.length === 1
    ? placeAt(lat, lng, { number, initials: person.initials, state: person.state })
    : placeAt(lat, lng, { number, count: clusterCount(people.length) })
}

function placesChanged(content: MapContent, before?: MapContent): boolean {
  const { people, chosen, marks, centre, me } = content
  const isOther = chosen !== before?.chosen || (chosen !== undefined && people !== before?.people)
  return isOther || marks !== before?.marks || centre !== before?.centre || me !== before?.me
}

/** What is drawn above the people, never clustered: who is pointed out, warnings, the centre and oneself. */
function placesOf({ people, chosen, marks, centre, me }: MapContent): Feature[] {
  const person = chosen ? people.find(({ id }) => id === chosen) : undefined
  return [
    ...marks.map(({ lat, lng, text }) => placeAt(lat, lng, { image: 'mark', text, anchor: 'center' })),
    ...(centre ? [placeAt(centre.lat, centre.lng, { image: 'centre', text: '' })] : []),
    ...(person
      ? [placeAt(person.lat, person.lng, { image: `chosen-${person.state}`, text: person.initials })]
      : []),
    ...(me ? [placeAt(me.lat, me.lng, { image: 'me', text: '' })] : []),
  ]
}

const placeAt = (lat: number, lng: number, properties: Feature['properties']): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lng, lat] },
})

const isQuiet: ExpressionSpecification = ['get', 'quiet']
/** A colour of the form #rrggbb that lets through what is below. */
const faded = (colour: string, opacity: number) =>
  `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`

function layersIn(colours: MapColours): LayerSpecification[] {
  const words = { 'text-font': mapFont, 'text-allow-overlap': true, 'icon-allow-overlap': true }
  const isPin: FilterSpecification = ['==', ['get', 'image'], 'centre']
  return [
    {
      // There may be hundreds: their edges are drawn as plain lines of a pixel, at half the cost of a whole frame.
      id: 'muster-quiet',
      type: 'fill',
      source: sources.areas,
      filter: isQuiet,
      paint: {
        'fill-color': faded(colours.area, limits.zoneFillOpacity / 2),
        'fill-outline-color': colours.area,
      },
    },
    {
      id: 'muster-areas',
      type: 'fill',
      source: sources.areas,
      filter: ['!', isQuiet],
      paint: {
        'fill-color': colours.area,
        'fill-opacity': limits.zoneFillOpacity,
        // Its edge is drawn by the next layer.
        'fill-antialias': false,
      },
    },
    {
      id: 'muster-edges',
      type: 'line',
      source: sources.areas,
      filter: ['!', isQuiet],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.area, 'line-width': limits.zoneStrokeWidth },
    },
    {
      id: 'muster-names',
      type: 'symbol',
      source: sources.areas,
      filter: isQuiet,
      minzoom: 12,
      layout: { 'text-font': mapFont, 'text-field': ['get', 'name'], 'text-size': 12 },
      paint: { 'text-color': colours.text, 'text-halo-color': colours.surface, 'text-halo-width': 1.5 },
    },
    {
      id: accuracyLayer,
      type: 'fill',
      source: sources.accuracy,
      layout: { visibility: 'none' },
      paint: { 'fill-color': colours.me, 'fill-opacity': 0.15, 'fill-outline-color': colours.me },
    },
    {
      id: clusterLayer,
      type: 'symbol',
      source: sources.people,
      filter: ['has', 'count'],
      layout: {
        ...words,
        'icon-image': 'cluster',
        'text-field': ['get', 'count'],
        'text-size': 13,
      },
      paint: { 'text-color': colours.text },
    },
    {
      id: peopleLayer,
      type: 'symbol',
      source: sources.people,
      filter: ['!', ['has', 'count']],
      layout: {
        ...words,
        'icon-image': ['concat', 'person-', ['get', 'state']],
        'text-field': ['get', 'initials'],
        'text-size': 11,
        'text-offset': [-0.18, 0],
      },
      paint: { 'text-color': colours.text },
    },
    {
      id: 'muster-pin',
      type: 'symbol',
      source: sources.places,
      filter: isPin,
      layout: { ...words, 'icon-image': 'centre', 'icon-anchor': 'bottom', 'icon-offset': [0, 4] },
    },
    {
      id: 'muster-places',
      type: 'symbol',
      source: sources.places,
      filter: ['!', isPin],
      layout: {
        ...words,
        'icon-image': ['get', 'image'],
        'text-field': ['case', ['==', ['get', 'image'], 'mark'], '', ['get', 'text']],
        'text-size': 11,
        'text-offset': [-0.18, 0],
      },
      paint: { 'text-color': colours.text },
    },
  ]
}
