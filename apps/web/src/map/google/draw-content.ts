import { plural, t } from '@lingui/core/macro'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { limits } from '@muster/domain/limits.ts'
import { clusterPeople, findSplitZoom, formatClusterCount } from '../cluster-people.ts'
import { type RingPart, toRing } from '../cluster-ring.ts'
import { toRenderGeometry } from '../drawn-shape.ts'
import { type MapColours, zoneFillOpacity, zoneStrokeWidth } from '../map-colours.ts'
import { type MapContent, type MapPerson, pinLabels, type SurfaceOptions } from '../surface.ts'
import type { GoogleMap, GoogleMaps, GoogleMarker } from './google-types.ts'

type MarkerIcon = { url: string; scaledSize: unknown; anchor: unknown }
/** The icons drawn on the map: by name, or by the ring of a cluster. */
export type MarkerIcons = { readonly find: (image: string | readonly RingPart[]) => MarkerIcon | undefined }
export type DrawContext = {
  maps: GoogleMaps
  map: GoogleMap
  pictures: MarkerIcons
  events: SurfaceOptions['events']
  colours: MapColours
}

export type Overlay = { setMap(map: null): void }

export function drawAreas({ maps, map, colours }: DrawContext, { areas }: MapContent): Overlay[] {
  return areas.flatMap(({ shape, quiet, grey, state }) => {
    const colour = grey ? colours.quiet : state ? colours.people[state] : limits.zoneColor
    const geometry = toRenderGeometry(shape)
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
export function drawPeople(context: DrawContext, { people }: MapContent, zoom: number): Overlay[] {
  const { map, events } = context
  return clusterPeople(people, zoom)
    .map(cluster => {
      const [person] = cluster.people
      if (person && cluster.people.length === 1) {
        const marker = createPersonMarker(context, person, `person-${person.state}`)
        marker?.addListener('click', () => events.onChoose?.(person.id))
        marker?.addListener('mouseover', () => events.onHover?.(person.id))
        marker?.addListener('mouseout', () => events.onHover?.(undefined))
        return marker
      }
      const count = cluster.people.length
      const title = person?.state.startsWith('zone_')
        ? plural(count, { one: '# zone', other: '# zones' })
        : plural(count, { one: '# person', other: '# people' })
      const marker = createMarker(context, cluster, toRing(cluster.people), formatClusterCount(count), title)
      marker?.addListener('click', () => {
        map.panTo({ lat: cluster.lat, lng: cluster.lng })
        map.setZoom(findSplitZoom(cluster, map.getZoom() ?? zoom))
      })
      return marker
    })
    .filter(isDefined)
}

/** The marker is on top, and lets the pointer through to whatever is below, which prevents flicker. */
export function drawChosen(context: DrawContext, { people, chosen }: MapContent): Overlay[] {
  const person = chosen === undefined ? undefined : people.find(({ id }) => id === chosen)
  const topmostOptions = { zIndex: 1_000_000, clickable: false }
  return [person && createPersonMarker(context, person, `chosen-${person.state}`, topmostOptions)].filter(
    isDefined,
  )
}

const createPersonMarker = (context: DrawContext, person: MapPerson, image: string, options?: object) =>
  createMarker(context, person, image, person.initials, `${person.name}, ${pinLabels[person.state]}`, options)

/** Draws a person's track: lines, dashes over gaps, and points, which are hollow for doubtful readings. */
export function drawTrack({ maps, map, events, colours }: DrawContext, { track }: MapContent): Overlay[] {
  if (!track) return []
  const createLine = (path: readonly LatLng[], options: object) =>
    new maps.Polyline({ map, path, clickable: false, ...options })
  const dashSymbol = { path: 'M 0,-1 0,1', strokeOpacity: 1, scale: 2 }
  return [
    ...track.lines.map(path => createLine(path, { strokeColor: colours.me, strokeWeight: 3 })),
    ...track.gaps.map(path =>
      createLine(path, {
        strokeColor: colours.quiet,
        strokeOpacity: 0,
        icons: [{ icon: dashSymbol, offset: '0', repeat: '12px' }],
      }),
    ),
    ...track.points.map(({ id, lat, lng, look }) => {
      const fillColour = look === 'inside' ? colours.people.inside : colours.people.outside
      const icon = {
        path: maps.SymbolPath.CIRCLE,
        scale: 4,
        strokeWeight: 1.5,
        fillOpacity: 1,
        fillColor: look === 'doubtful' ? colours.surface : fillColour,
        strokeColor: look === 'doubtful' ? colours.people.stale : colours.surface,
      }
      const marker = new maps.Marker({ map, position: { lat, lng }, icon })
      marker.addListener('click', () => events.onChoose?.(id))
      return marker
    }),
  ]
}

/** Hazards lie below people. Google orders markers without a `zIndex` by latitude, from 0 up. */
const belowPeopleOptions = { zIndex: -1_000_000 }

export function drawPlaces(context: DrawContext, { marks, me, spot, centre }: MapContent): Overlay[] {
  const { maps, map } = context
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
        ? createMarker(context, mark, `person-${mark.severity}`, '', mark.text, belowPeopleOptions)
        : createMarker(context, mark, 'mark', '', mark.text),
    ),
    centre && createMarker(context, centre, 'centre', '', t`Centre of the zone`),
    me && createMarker(context, me, 'me', '', t`You`),
    spot && createMarker(context, spot, 'me', '', t`The selected reading`),
  ].filter(isDefined)
}

const isDefined = <One>(value: One | undefined): value is One => value !== undefined

function createMarker(
  { maps, map, pictures }: DrawContext,
  { lat, lng }: LatLng,
  image: string | readonly RingPart[],
  label: string,
  title: string,
  options: object = {},
): GoogleMarker | undefined {
  const icon = pictures.find(image)
  return icon && new maps.Marker({ map, position: { lat, lng }, icon, label, title, ...options })
}
