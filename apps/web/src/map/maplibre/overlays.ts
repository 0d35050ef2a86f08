import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as LibreMap,
} from 'maplibre-gl'
import { formatClusterCount, type MapCluster } from '../cluster-people.ts'
import { type RingPart, ringName, toRing } from '../cluster-ring.ts'
import { toAccuracyGeometry, toRenderGeometry } from '../drawn-shape.ts'
import { type Feature, toFeatures } from '../features.ts'
import { type MapColours, zoneFillOpacity, zoneStrokeWidth } from '../map-colours.ts'
import type { MapContent } from '../surface.ts'
import { mapFont } from './built-in-style.ts'
import { createMarkerImages, createRingImage } from './marker-images.ts'

const sourceIds = {
  areas: 'muster-areas',
  accuracy: 'muster-accuracy',
  track: 'muster-track',
  people: 'muster-people',
  places: 'muster-places',
} as const

/** The zoom from which people's names stand beside them: a street of houses fills the map. */
const minNameZoom = 15.5

/** The ids of our layers. The first three react to a finger or a pointer. */
export const peopleLayer = 'muster-person'
export const clusterLayer = 'muster-cluster'
export const pointLayer = 'muster-point'
const accuracyLayer = 'muster-accuracy'
const pointEdgeLayer = 'muster-point-edge'
const trackLayers = ['muster-way', 'muster-gap', pointEdgeLayer, pointLayer]

export function addOverlays(map: LibreMap, colours: MapColours): void {
  for (const { name, image, pixelRatio } of createMarkerImages(colours)) {
    if (!map.hasImage(name)) map.addImage(name, image, { pixelRatio })
  }
  const data = toFeatures([])
  map.addSource(sourceIds.areas, { type: 'geojson', data, tolerance: 0.1 })
  map.addSource(sourceIds.accuracy, { type: 'geojson', data })
  map.addSource(sourceIds.track, { type: 'geojson', data, tolerance: 0.1 })
  map.addSource(sourceIds.people, { type: 'geojson', data })
  map.addSource(sourceIds.places, { type: 'geojson', data })
  for (const layer of createLayers(colours)) map.addLayer(layer)
}

/** Leaves out people (`showPeople`) and parts that are the same object as in `previous`. */
export function showContent(map: LibreMap, content: MapContent, previous?: MapContent): void {
  if (content.areas !== previous?.areas) setData(map, sourceIds.areas, toAreaFeatures(content))
  if (content.me !== previous?.me || content.spot !== previous?.spot)
    showAccuracy(map, toAccuracyFeatures(content))
  if (content.track !== previous?.track) showTrack(map, content)
  if (havePlacesChanged(content, previous)) setData(map, sourceIds.places, toPlaceFeatures(content))
}

/** A layer of areas takes part of each frame's time even when empty, so this one is only visible while it has circles. */
function showAccuracy(map: LibreMap, circle: Feature[]): void {
  setData(map, sourceIds.accuracy, circle)
  map.setLayoutProperty(accuracyLayer, 'visibility', circle.length > 0 ? 'visible' : 'none')
}

function showTrack(map: LibreMap, { track }: MapContent): void {
  setData(map, sourceIds.track, toTrackFeatures(track))
  for (const layer of trackLayers) map.setLayoutProperty(layer, 'visibility', track ? 'visible' : 'none')
}

function toTrackFeatures(track: MapContent['track']): Feature[] {
  if (!track) return []
  const createLine = (kind: string, path: readonly LatLng[]): Feature => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'LineString', coordinates: path.map(({ lat, lng }) => [lng, lat]) },
  })
  return [
    ...track.lines.filter(path => path.length > 1).map(path => createLine('way', path)),
    ...track.gaps.map(path => createLine('gap', path)),
    ...track.points.map(({ id, lat, lng, look }) =>
      createPlaceFeature(lat, lng, { kind: 'point', id, look }),
    ),
  ]
}

export function showPeople(map: LibreMap, clusters: readonly MapCluster[], colours: MapColours): void {
  const features = clusters.map((cluster, number) => {
    if (cluster.people.length === 1) return toPersonFeature(cluster, number)
    const ring = toRing(cluster.people)
    addRing(map, ring, colours)
    return toClusterFeature(cluster, number, ringName(ring))
  })
  setData(map, sourceIds.people, features)
}

/** Draws a ring when the first cluster needs it, because there are far too many to draw them all. */
function addRing(map: LibreMap, ring: readonly RingPart[], colours: MapColours): void {
  if (map.hasImage(ringName(ring))) return
  const { name, image, pixelRatio } = createRingImage(ring, colours)
  map.addImage(name, image, { pixelRatio })
}

/** Converts to a zoom for tiles of 256 pixels, which clustering uses; this library's tiles have 512. */
export const clusterZoom = (map: LibreMap) => map.getZoom() + 1
export const libreZoom = (zoom: number) => zoom - 1

function setData(map: LibreMap, id: string, features: Feature[]): void {
  map.getSource<GeoJSONSource>(id)?.setData(toFeatures(features))
}

const toAreaFeatures = ({ areas }: MapContent) =>
  areas.map(
    ({ id, shape, name = '', quiet = false, grey = false, state = '' }): Feature => ({
      type: 'Feature',
      properties: { id, name, quiet, grey, state },
      geometry: toRenderGeometry(shape),
    }),
  )

function toAccuracyFeatures({ me, spot }: MapContent): Feature[] {
  return [me, spot].flatMap((at): Feature[] =>
    at?.accuracyMeters
      ? [{ type: 'Feature', properties: {}, geometry: toAccuracyGeometry(at, at.accuracyMeters) }]
      : [],
  )
}

function toPersonFeature({ lat, lng, people: [person] }: MapCluster, number: number): Feature {
  const { initials = '', name = '', state = 'unknown' } = person ?? {}
  return createPlaceFeature(lat, lng, { number, initials, name, state })
}

const toClusterFeature = ({ lat, lng, people }: MapCluster, number: number, image: string): Feature =>
  createPlaceFeature(lat, lng, { number, image, count: formatClusterCount(people.length) })

function havePlacesChanged(content: MapContent, previous?: MapContent): boolean {
  const { people, chosen, marks, centre, me, spot } = content
  const hasChosenChanged =
    chosen !== previous?.chosen || (chosen !== undefined && people !== previous?.people)
  const hasMoved = me !== previous?.me || spot !== previous?.spot
  return hasChosenChanged || hasMoved || marks !== previous?.marks || centre !== previous?.centre
}

/** Hazards lie below the people; the chosen person, warnings, the centre and the viewer lie above them. */
function toPlaceFeatures({ people, chosen, marks, centre, me, spot }: MapContent): Feature[] {
  const person = chosen ? people.find(({ id }) => id === chosen) : undefined
  return [
    ...marks.map(({ lat, lng, text, severity }) =>
      severity
        ? createPlaceFeature(lat, lng, { image: `person-${severity}`, text: '', hazard: true })
        : createPlaceFeature(lat, lng, { image: 'mark', text, anchor: 'center' }),
    ),
    ...(centre ? [createPlaceFeature(centre.lat, centre.lng, { image: 'centre', text: '' })] : []),
    ...(person
      ? [
          createPlaceFeature(person.lat, person.lng, {
            image: `chosen-${person.state}`,
            text: person.initials,
          }),
        ]
      : []),
    ...[me, spot].flatMap(at => (at ? [createPlaceFeature(at.lat, at.lng, { image: 'me', text: '' })] : [])),
  ]
}

const createPlaceFeature = (lat: number, lng: number, properties: Feature['properties']): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lng, lat] },
})

const isQuiet: ExpressionSpecification = ['get', 'quiet']
const areaColour = ({ quiet, area, people }: MapColours): ExpressionSpecification => {
  const zoneColours = Object.entries(people).filter(([state]) => state.startsWith('zone_'))
  const byState = [
    'match',
    ['get', 'state'],
    ...zoneColours.flat(),
    area,
  ] as unknown as ExpressionSpecification
  return ['case', ['get', 'grey'], quiet, byState]
}
const withOpacity = (colour: string, opacity: number) =>
  `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`

const overlapLayout = { 'text-font': mapFont, 'text-allow-overlap': true, 'icon-allow-overlap': true }
const isPin: ExpressionSpecification = ['==', ['get', 'image'], 'centre']
const isHazard: ExpressionSpecification = ['has', 'hazard']
const isKind = (kind: string): FilterSpecification => ['==', ['get', 'kind'], kind]

export const createLayers = (colours: MapColours): LayerSpecification[] => [
  ...createAreaLayers(colours),
  ...createTrackLayers(colours),
  ...createHazardAndPeopleLayers(colours),
  ...createPlaceLayers(colours),
]

function createAreaLayers(colours: MapColours): LayerSpecification[] {
  return [
    {
      // There may be hundreds of quiet areas, so their edges are plain one-pixel lines, which take half as long to draw.
      id: 'muster-quiet',
      type: 'fill',
      source: sourceIds.areas,
      filter: isQuiet,
      paint: {
        'fill-color': [
          'case',
          ['get', 'grey'],
          withOpacity(colours.quiet, zoneFillOpacity),
          withOpacity(colours.area, zoneFillOpacity / 2),
        ],
        'fill-outline-color': areaColour(colours),
      },
    },
    {
      id: 'muster-areas',
      type: 'fill',
      source: sourceIds.areas,
      filter: ['!', isQuiet],
      paint: {
        'fill-color': areaColour(colours),
        'fill-opacity': zoneFillOpacity,
        // The next layer draws the edge.
        'fill-antialias': false,
      },
    },
    {
      id: 'muster-edges',
      type: 'line',
      source: sourceIds.areas,
      filter: ['!', isQuiet],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': areaColour(colours), 'line-width': zoneStrokeWidth },
    },
    {
      id: 'muster-names',
      type: 'symbol',
      source: sourceIds.areas,
      filter: isQuiet,
      minzoom: 12,
      layout: { 'text-font': mapFont, 'text-field': ['get', 'name'], 'text-size': 12 },
      paint: { 'text-color': colours.text, 'text-halo-color': colours.surface, 'text-halo-width': 1.5 },
    },
  ]
}

function createTrackLayers(colours: MapColours): LayerSpecification[] {
  return [
    {
      id: accuracyLayer,
      type: 'fill',
      source: sourceIds.accuracy,
      layout: { visibility: 'none' },
      paint: { 'fill-color': colours.me, 'fill-opacity': 0.15, 'fill-outline-color': colours.me },
    },
    {
      id: 'muster-way',
      type: 'line',
      source: sourceIds.track,
      filter: isKind('way'),
      layout: { visibility: 'none', 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.me, 'line-width': 3 },
    },
    {
      id: 'muster-gap',
      type: 'line',
      source: sourceIds.track,
      filter: isKind('gap'),
      layout: { visibility: 'none' },
      paint: { 'line-color': colours.quiet, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      // A single layer below all points. If each point drew its own edge, the edges would cover the points of a person at rest.
      id: pointEdgeLayer,
      type: 'circle',
      source: sourceIds.track,
      filter: isKind('point'),
      layout: { visibility: 'none' },
      paint: {
        'circle-radius': 5.5,
        'circle-color': ['match', ['get', 'look'], 'doubtful', colours.people.stale, colours.surface],
      },
    },
    {
      id: pointLayer,
      type: 'circle',
      source: sourceIds.track,
      filter: isKind('point'),
      layout: { visibility: 'none' },
      paint: {
        'circle-radius': 4,
        // Doubtful readings are hollow, so that colour is not the only cue.
        'circle-color': [
          'match',
          ['get', 'look'],
          'doubtful',
          colours.surface,
          'inside',
          colours.people.inside,
          colours.people.outside,
        ],
      },
    },
  ]
}

function createHazardAndPeopleLayers(colours: MapColours): LayerSpecification[] {
  return [
    {
      // People matter more than hazards reported in the same position.
      id: 'muster-hazards',
      type: 'symbol',
      source: sourceIds.places,
      filter: isHazard,
      layout: { 'icon-allow-overlap': true, 'icon-ignore-placement': true, 'icon-image': ['get', 'image'] },
    },
    {
      // Close up there is room for the names. The library places the layers from the top, so that below the people a name that would
      // cover somebody is left out.
      id: 'muster-person-names',
      type: 'symbol',
      source: sourceIds.people,
      filter: ['!', ['has', 'count']],
      minzoom: minNameZoom,
      layout: {
        'text-font': mapFont,
        'text-field': ['get', 'name'],
        'text-size': 12,
        'text-anchor': 'left',
        'text-offset': [1.8, 0],
        'text-max-width': 12,
        'text-justify': 'left',
      },
      paint: { 'text-color': colours.text, 'text-halo-color': colours.surface, 'text-halo-width': 1.5 },
    },
    {
      id: clusterLayer,
      type: 'symbol',
      source: sourceIds.people,
      filter: ['has', 'count'],
      layout: {
        ...overlapLayout,
        'icon-image': ['get', 'image'],
        'text-field': ['get', 'count'],
        'text-size': 13,
      },
      paint: { 'text-color': colours.text },
    },
    {
      id: peopleLayer,
      type: 'symbol',
      source: sourceIds.people,
      filter: ['!', ['has', 'count']],
      layout: {
        ...overlapLayout,
        'icon-image': ['concat', 'person-', ['get', 'state']],
        'text-field': ['get', 'initials'],
        'text-size': 11,
        'text-offset': [-0.18, 0],
      },
      paint: { 'text-color': colours.text },
    },
  ]
}

function createPlaceLayers(colours: MapColours): LayerSpecification[] {
  return [
    {
      id: 'muster-pin',
      type: 'symbol',
      source: sourceIds.places,
      filter: isPin,
      layout: { ...overlapLayout, 'icon-image': 'centre', 'icon-anchor': 'bottom', 'icon-offset': [0, 4] },
    },
    {
      id: 'muster-places',
      type: 'symbol',
      source: sourceIds.places,
      filter: ['all', ['!', isPin], ['!', isHazard]],
      layout: {
        ...overlapLayout,
        'icon-image': ['get', 'image'],
        'text-field': ['case', ['==', ['get', 'image'], 'mark'], '', ['get', 'text']],
        'text-size': 11,
        'text-offset': [-0.18, 0],
      },
      paint: { 'text-color': colours.text },
    },
  ]
}
