import { boxAroundMeters } from '@muster/domain/geo/box-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { requireShape } from './require-shape.ts'
import { zonesEvents } from './zones.events.ts'
import { insertPendingZone, requireZone, type ZoneRow } from './zones.queries.ts'

/** The client of zones that no client has created: the same in every installation. */
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
