import { isDeepStrictEqual } from 'node:util'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { shapeCorners } from '@muster/domain/geo/shape-bounds.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { fail } from '../../rpc/fail.ts'
import { requireShape } from './require-shape.ts'
import { zonesEvents } from './zones.events.ts'
import { findZone, insertZone, type NewZone, type ZoneRow } from './zones.queries.ts'

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
