import { plural, t } from '@lingui/core/macro'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { limits } from '@muster/domain/limits.ts'
import { clusterCount, clusterPeople, splitZoom } from '../cluster-people.ts'
import { drawnGeometry } from '../drawn-shape.ts'
import { type MapColours, zoneFillOpacity, zoneStrokeWidth } from '../map-colours.ts'
import { type MapContent, type MapPerson, type SurfaceOptions, stateWords } from '../surface.ts'
import type { GoogleMap, GoogleMaps, GoogleMarker } from './google-types.ts'

/** The icons drawn on the map, by name. */
export type Pictures = ReadonlyMap<string, { url: string; scaledSize: unknown; anchor: unknown }>
/** The map to draw on, and the listeners. */
export type Pen = {
  maps: GoogleMaps
  map: GoogleMap
  pictures: Pictures
  events: SurfaceOptions['events']
  colours: MapColours
}

/** An object that can be removed from the map. */
export type Drawn = { setMap(map: null): void }

export function drawnAreas({ maps, map, colours }: Pen, { areas }: MapContent): Drawn[] {
  return areas.flatMap(({ shape, quiet, grey }) => {
    const colour = grey ? colours.quiet : limits.zoneColor
    const geometry = drawnGeometry(shape)
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return polygons.map(
      rings =>
        new maps.Polygon({
          map,
          paths: rings.map(ring => ring.map(([lng, lat]) => ({ lat, lng }))),
          clickable: false,
          fillColor: colour,
          fillOpacity: quiet ? zoneFillOpacity / 2 : zoneFillOpacity,
          strokeColor: colour,
          strokeWeight: quiet ? zoneStrokeWidth / 2 : zoneStrokeWidth,
        }),
    )
  })
}

/** Draws people who are apart as single markers, and the others as clusters. */
export function drawnPeople(pen: Pen, { people }: MapContent, zoom: number): Drawn[] {
  const { map, events } = pen
  return clusterPeople(people, zoom)
    .map(cluster => {
      const [person] = cluster.people
      if (person && cluster.people.length === 1) {
        const marker = personMarker(pen, person, `person-${person.state}`)
        marker?.addListener('click', () => events.onChoose?.(person.id))
        marker?.addListener('mouseover', () => events.onHover?.(person.id))
        marker?.addListener('mouseout', () => events.onHover?.(undefined))
        return marker
      }
      const count = cluster.people.length
      const title = plural(count, { one: '# person', other: '# people' })
      const marker = markerAt(pen, cluster, 'cluster', clusterCount(count), title)
      marker?.addListener('click', () => {
        map.panTo({ lat: cluster.lat, lng: cluster.lng })
        map.setZoom(splitZoom(cluster, map.getZoom() ?? zoom))
      })
      return marker
    })
    .filter(isThere)
}

/**
 * Draws the chosen person separately and on top. The marker lets the pointer through to whatever is below, which prevents flicker.
 */
export function drawnChosen(pen: Pen, { people, chosen }: MapContent): Drawn[] {
  const person = chosen === undefined ? undefined : people.find(({ id }) => id === chosen)
  const above = { zIndex: 1_000_000, clickable: false }
  return [person && personMarker(pen, person, `chosen-${person.state}`, above)].filter(isThere)
}

const personMarker = (pen: Pen, person: MapPerson, image: string, options?: object) =>
  markerAt(pen, person, image, person.initials, `${person.name}, ${stateWords[person.state]}`, options)

/** Draws a person's track: lines, dashes over gaps, and points, which are hollow for doubtful readings. */
export function drawnTrack({ maps, map, events, colours }: Pen, { track }: MapContent): Drawn[] {
  if (!track) return []
  const line = (path: readonly LatLng[], options: object) =>
    new maps.Polyline({ map, path, clickable: false, ...options })
  const dash = { path: 'M 0,-1 0,1', strokeOpacity: 1, scale: 2 }
  return [
    ...track.lines.map(path => line(path, { strokeColor: colours.me, strokeWeight: 3 })),
    ...track.gaps.map(path =>
      line(path, {
        strokeColor: colours.quiet,
        strokeOpacity: 0,
        icons: [{ icon: dash, offset: '0', repeat: '12px' }],
      }),
    ),
    ...track.points.map(({ id, lat, lng, look }) => {
      const fill = look === 'inside' ? colours.people.inside : colours.people.outside
      const icon = {
        path: maps.SymbolPath.CIRCLE,
        scale: 4,
        strokeWeight: 1.5,
        fillOpacity: 1,
        fillColor: look === 'doubtful' ? colours.surface : fill,
        strokeColor: look === 'doubtful' ? colours.people.stale : colours.surface,
      }
      const marker = new maps.Marker({ map, position: { lat, lng }, icon })
      marker.addListener('click', () => events.onChoose?.(id))
      return marker
    }),
  ]
}

/** Google orders other markers by latitude, from 0 up. */
const belowPeople = { zIndex: -1_000_000 }

export function drawnPlaces(pen: Pen, { marks, me, spot, centre }: MapContent): Drawn[] {
  const { maps, map } = pen
  const circles = [me, spot].map(
    at =>
      at?.accuracyMeters &&
      new maps.Circle({
        map,
        center: { lat: at.lat, lng: at.lng },
        radius: at.accuracyMeters,
        clickable: false,
      }),
  )
  return [
    ...circles.map(circle => circle || undefined),
    ...marks.map(mark =>
      mark.severity
        ? markerAt(pen, mark, `person-${mark.severity}`, '', mark.text, belowPeople)
        : markerAt(pen, mark, 'mark', '', mark.text),
    ),
    centre && markerAt(pen, centre, 'centre', '', t`Centre of the zone`),
    me && markerAt(pen, me, 'me', '', t`You`),
    spot && markerAt(pen, spot, 'me', '', t`The selected reading`),
  ].filter(isThere)
}

const isThere = <One>(one: One | undefined): one is One => one !== undefined

function markerAt(
  { maps, map, pictures }: Pen,
  { lat, lng }: LatLng,
  image: string,
  label: string,
  title: string,
  options: object = {},
): GoogleMarker | undefined {
  const icon = pictures.get(image)
  return icon && new maps.Marker({ map, position: { lat, lng }, icon, label, title, ...options })
}
