import { isDeepStrictEqual } from 'node:util'
import { boxAroundMeters } from '@muster/domain/geo/box-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { shapeCorners } from '@muster/domain/geo/shape-bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { fail } from '../../rpc/fail.ts'
import { requireShape } from './require-shape.ts'
import { zonesEvents } from './zones.events.ts'
import {
  findZone,
  insertPendingZone,
  insertZone,
  type NewZone,
  requireZone,
  type ZoneRow,
} from './zones.queries.ts'

export type ZoneForm = {
  readonly requestId: string
  readonly name: string
  readonly description: string
  readonly maxCapacity: number | null
  readonly shape: ZoneShape
}

/**
 * Creates an active zone with occupancy 0, its shape and, for a client admin, the assignment that makes it theirs.
 * Sending the same again answers with the zone made the first time. Throws ZONE_INVALID, REQUEST_ID_TAKEN.
 */
export async function createZone(tx: Tx, form: ZoneForm): Promise<ZoneRow> {
  requireShape(form.shape)
  return writeZone(tx, form)
}

/** The same for a shape that was looked at before. */
export async function writeZone(tx: Tx, form: ZoneForm): Promise<ZoneRow> {
  const { shape } = form
  const zone = {
    requestId: form.requestId,
    name: form.name,
    description: form.description || null,
    shape,
    corners: shapeCorners(shape),
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
  return (
    row.name === zone.name &&
    row.description === zone.description &&
    row.max_capacity === zone.maxCapacity &&
    isDeepStrictEqual(row.shape, zone.shape)
  )
}

/**
 * The client of zones that no client has created: the same in every installation.
 * @planned zone requests
 */
export const defaultClientId = '00000000-0000-4000-8000-000000000001'

type Asked = {
  readonly name: string
  readonly description: string | null
  readonly center: LatLng
  /** Metres to each side; 100 where nothing is said. */
  readonly radiusM?: number
  readonly createdBy: string | null
}

/**
 * The generic way to create a zone: a box around a place, of the default client and pending, until somebody opens it. Asks
 * nobody for permission; in a transaction of the owner. Throws ZONE_INVALID.
 * @planned zone requests
 */
export async function createPendingZone(tx: Tx, asked: Asked): Promise<ZoneRow> {
  const { name, description, center, radiusM = limits.zoneRadiusM, createdBy } = asked
  const corners = boxAroundMeters(center, radiusM)
  const shape = { boundary: 'rectangle' as const, ...corners }
  requireShape(shape)
  const zoneId = await insertPendingZone(tx, {
    name,
    description,
    shape,
    corners,
    clientId: defaultClientId,
    createdBy,
  })
  await appendEvents(tx, announce(zonesEvents, { kind: 'zone.created', zoneId }))
  return requireZone(tx, zoneId)
}
