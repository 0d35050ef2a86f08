import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { joinAtAntimeridian } from './geo/join-at-antimeridian.ts'
import { isLatitude, type LatLng } from './geo/lat-lng.ts'
import { wrapLongitude } from './geo/longitude.ts'
import type { PolygonRings, ZoneShape } from './geo/shape.ts'
import { shapeProblemMessages } from './geo/shape-problem.ts'
import { tidyRing } from './geo/tidy-ring.ts'
import { validateShape } from './geo/validate-shape.ts'
import type { ZoneInFile } from './geo-json.ts'
import { limits } from './limits.ts'

/**
 * A feature that cannot become a zone, with the reason and the position of the problem. `index` counts the features in the file
 * from 0.
 */
export type RefusedFeature = {
  readonly index: number
  readonly name: string | null
  readonly code: string
  readonly message: MessageDescriptor
  readonly at: LatLng | null
}

/** The reason why a whole file is rejected. */
export type RefusedFile = { readonly code: string; readonly message: MessageDescriptor }

/** A file whose features can be read one at a time. */
export type OpenedFile = { readonly features: readonly unknown[] }

/** `notes` lists the repairs, worded for the person who reviews the zone before it is created. */
export type ZoneFeatureRead = ZoneInFile & {
  readonly index: number
  readonly notes: readonly MessageDescriptor[]
}

/** Rejects a file that is too large to open, whatever it contains. Returns undefined if the size is allowed. */
export function checkSize(bytes: number): RefusedFile | undefined {
  if (bytes <= limits.importMaxBytes) return undefined
  return { code: 'too_large_file', message: msg`The file is larger than 10 MB.` }
}

/** Opens the text of a GeoJSON file, or returns why it cannot be read. Never throws. */
export function openGeoJsonText(text: string): OpenedFile | RefusedFile {
  const tooLarge = checkSize(text.length)
  if (tooLarge) return tooLarge
  try {
    return openGeoJson(JSON.parse(text))
  } catch {
    return { code: 'not_json', message: msg`The file isn’t valid JSON, so it can’t be read as GeoJSON.` }
  }
}

/** Opens a parsed GeoJSON value: a FeatureCollection, one Feature or one geometry. */
export function openGeoJson(value: unknown): OpenedFile | RefusedFile {
  const root = asObject(value)
  const features =
    root?.type === 'FeatureCollection'
      ? root.features
      : root?.type === 'Feature'
        ? [root]
        : [{ geometry: root }]
  if (!root || typeof root.type !== 'string' || !Array.isArray(features)) {
    return { code: 'not_geo_json', message: msg`The file isn’t GeoJSON: it has no features.` }
  }
  return openFeatures(features)
}

/** Opens features from a file in any format, already converted to GeoJSON. */
export function openFeatures(features: readonly unknown[]): OpenedFile | RefusedFile {
  if (features.length > limits.importMaxFeatures) {
    const message = msg`A file can contain up to ${plural({ most: limits.importMaxFeatures }, { one: '# zone', other: '# zones' })}.`
    return { code: 'too_many_features', message }
  }
  return { features }
}

/**
 * Returns why, if it is refused. Any ring direction; longitudes up to 360 wrap without a note; repeated points, open rings and cuts
 * at the antimeridian are repaired with one. Restores boxes and circles Muster exported. A few hundredths of a second for 2,000
 * points.
 */
export function readFeature(feature: unknown, index: number): ZoneFeatureRead | RefusedFeature {
  const properties = asObject(asObject(feature)?.properties) ?? {}
  const name = toText(properties.name) ?? toText(properties.title)
  const shapeRead = readShape(asObject(feature)?.geometry, properties)
  if ('code' in shapeRead) return { index, name, ...shapeRead }
  return { index, name: name ?? '', description: toText(properties.description), ...shapeRead }
}

type ShapeRead = { shape: ZoneShape; notes: MessageDescriptor[] }
type ShapeRefusal = { code: string; message: MessageDescriptor; at: LatLng | null }
type Json = Record<string, unknown>

/** Returns the shape of a geometry, or the first reason why it has none. */
function readShape(value: unknown, properties: Json): ShapeRead | ShapeRefusal {
  const geometry = asObject(value)
  if (!geometry) return createRefusal('empty', msg`The feature has no geometry.`)
  const { type, coordinates } = geometry
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    const kind = typeof type === 'string' ? type.slice(0, 40) : 'unknown'
    return createRefusal('not_a_polygon', msg`A zone must be an area, but this is of type ${{ kind }}.`)
  }
  const list = type === 'Polygon' ? [coordinates] : coordinates
  if (!Array.isArray(list) || list.length === 0 || list.some(it => !Array.isArray(it) || it.length === 0)) {
    return createRefusal('empty', msg`The feature has no coordinates.`)
  }
  const polygons: PolygonRings[] = []
  const repairCounts = { repeated: 0, opened: 0 }
  let cornerCount = 0
  for (const rings of list as unknown[][]) {
    const polygon: LatLng[][] = []
    for (const ring of rings) {
      if (!Array.isArray(ring) || ring.length === 0)
        return createRefusal('empty', msg`A ring has no coordinates.`)
      const ringRead = readRing(ring)
      if (!Array.isArray(ringRead)) return ringRead
      const { points, repeated, wasOpen } = tidyRing(ringRead)
      cornerCount += points.length
      if (cornerCount > limits.zoneMaxVertices)
        return createRefusal('too_many_points', shapeProblemMessages.too_many_points)
      repairCounts.repeated += repeated
      if (wasOpen) repairCounts.opened++
      polygon.push(points)
    }
    polygons.push(polygon)
  }
  const originalShape = readCorners(properties)
  const { polygons: joinedPolygons, joined } = joinAtAntimeridian(polygons)
  const shape = originalShape ?? toShape(joinedPolygons)
  const verdict = validateShape(shape)
  if (!verdict.ok) {
    const [problem] = verdict.problems
    return problem
      ? createRefusal(problem.code, shapeProblemMessages[problem.code], problem.at)
      : createRefusal('empty', msg`The feature has no shape.`)
  }
  return { shape, notes: originalShape ? [] : createNotes({ ...repairCounts, joined }) }
}

function createNotes({
  repeated,
  opened,
  joined,
}: Record<'repeated' | 'opened' | 'joined', number>): MessageDescriptor[] {
  const notes: MessageDescriptor[] = []
  if (repeated > 0)
    notes.push(
      msg`${plural({ count: repeated }, { one: '# duplicate point removed', other: '# duplicate points removed' })}`,
    )
  if (opened > 0)
    notes.push(msg`${plural({ count: opened }, { one: '# open ring closed', other: '# open rings closed' })}`)
  if (joined === 1) notes.push(msg`Two parts joined at longitude 180`)
  if (joined > 1) notes.push(msg`Parts joined at longitude 180`)
  return notes
}

function readRing(ring: unknown[]): LatLng[] | ShapeRefusal {
  const points: LatLng[] = []
  for (const position of ring) {
    const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : []
    if (
      typeof lng !== 'number' ||
      typeof lat !== 'number' ||
      !Number.isFinite(lng) ||
      !Number.isFinite(lat)
    ) {
      return createRefusal('not_a_number', msg`A coordinate isn’t a number.`, points.at(-1))
    }
    // Longitudes in files drawn across the antimeridian may continue to 360.
    if (!isLatitude(lat) || Math.abs(lng) > 360) {
      return isLatitude(lng) && Math.abs(lat) <= 180
        ? createRefusal(
            'coordinates_swapped',
            msg`Latitude and longitude seem to be swapped. In GeoJSON, longitude comes first.`,
            {
              lat: lng,
              lng: lat,
            },
          )
        : createRefusal('out_of_range', shapeProblemMessages.out_of_range)
    }
    points.push({ lat, lng: wrapLongitude(lng) })
  }
  return points
}

/** Converts polygons to a shape; a single ring becomes a plain polygon. */
function toShape(polygons: readonly PolygonRings[]): ZoneShape {
  const [[outer, ...holes] = [], ...others] = polygons
  return outer && holes.length === 0 && others.length === 0
    ? { boundary: 'polygon', points: outer }
    : { boundary: 'multipolygon', polygons }
}

/** Returns the box or circle that was exported as a polygon; see `zoneToFeature`. */
function readCorners({ boundary, start, end }: Json): ZoneShape | undefined {
  if (boundary !== 'rectangle' && boundary !== 'circle') return undefined
  const [from, to] = [readCorner(start), readCorner(end)]
  return from && to ? { boundary, start: from, end: to } : undefined
}

function readCorner(value: unknown): LatLng | undefined {
  const numbers =
    typeof value === 'string' ? value.split(',').map(part => (part.trim() ? Number(part) : Number.NaN)) : []
  const [lat = Number.NaN, lng = Number.NaN] = numbers
  return numbers.length === 2 && Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : undefined
}

function createRefusal(code: string, message: MessageDescriptor, at: LatLng | null = null): ShapeRefusal {
  return { code, message, at }
}

function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
