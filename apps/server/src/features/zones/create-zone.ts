import { boundsOf, cornersOf } from '@muster/domain/geo/bounds.ts'
import type { Corners } from '@muster/domain/geo/box-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { SimpleZoneShape } from '@muster/domain/geo/shape.ts'
import type { ZoneBoundary } from '@muster/domain/zone.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { fail } from '../../rpc/fail.ts'
import { zonesEvents } from './zones.events.ts'
import { findZone, insertZone, type NewZone, type ZoneRow } from './zones.queries.ts'

export type ZoneForm = {
  readonly requestId: string
  readonly name: string
  readonly description: string
  readonly maxCapacity: number | null
  readonly shape: SimpleZoneShape
}

/**
 * Creates an active zone with occupancy 0, its points and, for a client admin, the assignment that makes it theirs.
 * Sending the same again answers with the zone made the first time. Throws ZONE_INVALID, REQUEST_ID_TAKEN.
 */
export async function createZone(tx: Tx, form: ZoneForm): Promise<ZoneRow> {
  const { shape } = form
  const corners = shape.boundary === 'polygon' ? cornersOf(boundsOf(shape.points)) : shape
  if (!hasArea(shape.boundary, corners))
    throw fail('ZONE_INVALID', undefined, 'The corners of the zone enclose no area.')
  const zone = {
    requestId: form.requestId,
    name: form.name,
    description: form.description || null,
    boundary: shape.boundary,
    start: corners.start,
    end: corners.end,
    points: shape.boundary === 'polygon' ? shape.points : [],
    maxCapacity: form.maxCapacity,
  }
  const { zone_id: zoneId, created } = await insertZone(tx, zone)
  if (created) await appendEvents(tx, announce(zonesEvents, { kind: 'zone.created', zoneId }))
  const row = await findZone(tx, zoneId)
  if (!row || (!created && !isSameZone(row, zone))) throw fail('REQUEST_ID_TAKEN')
  return row
}

/** Whether the stored zone is what was sent: then it was sent twice, else the request was another one. */
function isSameZone(row: ZoneRow, zone: NewZone): boolean {
  const same = (a: LatLng | undefined, b: LatLng) => a?.lat === b.lat && a.lng === b.lng
  return (
    row.name === zone.name &&
    row.description === zone.description &&
    row.boundary === zone.boundary &&
    row.max_capacity === zone.maxCapacity &&
    same({ lat: row.start_lat, lng: row.start_lng }, zone.start) &&
    same({ lat: row.end_lat, lng: row.end_lng }, zone.end) &&
    row.points.length === zone.points.length &&
    zone.points.every((point, n) => same(row.points[n], point))
  )
}

/** Nobody could ever be inside a box without height or width, or a circle around one point with radius 0. */
function hasArea(boundary: ZoneBoundary, { start, end }: Corners): boolean {
  const high = start.lat !== end.lat
  const wide = start.lng !== end.lng
  return boundary === 'circle' ? high || wide : high && wide
}
