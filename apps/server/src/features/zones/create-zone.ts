import { isDeepStrictEqual } from 'node:util'
import { boxAroundMeters } from '@muster/domain/geo/box-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { shapeCorners } from '@muster/domain/geo/shape-bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { joinedZone } from '../users/index.ts'
import { requireShape } from './require-shape.ts'
import { zoneRequestedAlert } from './zone-requests.alerts.ts'
import { zonesEvents } from './zones.events.ts'
import { findZone, insertZone, type NewZone, type ZoneRow } from './zones.queries.ts'

export type ZoneForm = {
  readonly requestId: string
  readonly name: string
  readonly description: string
  readonly maxCapacity: number | null
  readonly shape: ZoneShape
  readonly organisationId?: string | undefined
  /** A note to the approvers, if the zone needs approval. */
  readonly note?: string
  /** Makes the zone wait for approval even if its organisation does not require it. */
  readonly asRequest?: boolean
}

/**
 * A client admin is assigned. Active, or pending with a request if its organisation or `asRequest` requires approval, with alerts to
 * those concerned. Repeatable. Throws ZONE_INVALID, REQUEST_ID_TAKEN and the errors in `organisationRefusals`.
 */
export async function createZone(writeContext: WriteContext, form: ZoneForm): Promise<ZoneRow> {
  requireShape(form.shape)
  return writeZone(writeContext, form)
}

/** Like `createZone`, but for a shape that has already been validated. */
export async function writeZone({ tx, publish, alert }: WriteContext, form: ZoneForm): Promise<ZoneRow> {
  const { shape } = form
  const zone = {
    requestId: form.requestId,
    name: form.name,
    description: form.description || null,
    shape,
    corners: shapeCorners(shape),
    maxCapacity: form.maxCapacity,
    organisationId: form.organisationId,
    note: form.note,
    asRequest: form.asRequest,
  }
  const { zone_id: zoneId, created, joined, asked } = await insertZone(tx, zone)
  if (created) publish(zonesEvents, { kind: 'zone.created', zoneId })
  for (const membership of joined ?? []) alert(joinedZone(membership))
  if (asked) alert(zoneRequestedAlert(asked, { again: false }))
  const row = await findZone(tx, zoneId)
  if (!row || (!created && !isSameZone(row, zone))) throw fail('REQUEST_ID_TAKEN')
  return row
}

/** True if the request was repeated; false if another request has already used the request id. */
function isSameZone(row: ZoneRow, zone: NewZone): boolean {
  return (
    row.name === zone.name &&
    row.description === zone.description &&
    row.max_capacity === zone.maxCapacity &&
    isDeepStrictEqual(row.shape, zone.shape)
  )
}

type ZoneInput = Pick<ZoneForm, 'requestId' | 'name' | 'description' | 'organisationId' | 'note'> & {
  readonly center: LatLng
  /** Distance from the centre to each side in metres; default 100. */
  readonly radiusM?: number
}

/**
 * A box; default organisation if none. The requester becomes its client admin. Throws ZONE_INVALID, REQUEST_ID_TAKEN,
 * `organisationRefusals`.
 */
export async function createPendingZone(writeContext: WriteContext, request: ZoneInput): Promise<ZoneRow> {
  const { center, radiusM = limits.zoneRadiusM, ...form } = request
  const shape = { boundary: 'rectangle' as const, ...boxAroundMeters(center, radiusM) }
  requireShape(shape)
  return writeZone(writeContext, { ...form, maxCapacity: null, shape, asRequest: true })
}
