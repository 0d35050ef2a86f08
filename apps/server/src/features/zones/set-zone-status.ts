import type { ZoneStatus } from '@muster/domain/zone.ts'
import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { joinManagedZones } from '../users/index.ts'
import { decideRequest } from './decide-request.ts'
import {
  isOrganisationSuspended,
  lockOpenRequest,
  requireZone,
  updateStatus,
  type ZoneRow,
} from './zones.queries.ts'

/** Sets the status of a zone like `changeZoneStatus`, and notes it in the security log. */
export async function setZoneStatus(
  writeContext: WriteContext,
  zoneId: string,
  status: ZoneStatus,
  actorId: string,
): Promise<ZoneRow> {
  const { tx } = writeContext
  const previousStatus = await changeZoneStatus(writeContext, zoneId, status, actorId)
  const zone = await requireZone(tx, zoneId)
  if (previousStatus) await noteZoneStatus(tx, [zone], status, actorId)
  return zone
}

/** Names of zones in the description of an event. */
const maxNames = 3

/** Notes in one event of the security log which zones got a status. */
export async function noteZoneStatus(
  tx: Tx,
  zones: readonly Pick<ZoneRow, 'id' | 'name'>[],
  status: ZoneStatus,
  actorId: string,
): Promise<void> {
  const [first] = zones
  if (!first) return
  const names = zones.slice(0, maxNames).map(({ name }) => `"${name}"`)
  const more = zones.length - names.length
  await audit(tx, 'zone_status_changed', {
    actorId,
    ...(zones.length === 1 ? { zoneId: first.id } : { zoneIds: zones.map(({ id }) => id) }),
    status,
    words: { names: `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}` },
  })
}

/**
 * Returns the one before; undefined if unchanged. Suspended zones send members nothing. Activation approves a request and adds the
 * organisation's managers. Throws ZONE_REQUEST_OPEN (suspending with a request), ORGANISATION_SUSPENDED (any change; its zones stay
 * closed).
 */
export async function changeZoneStatus(
  writeContext: WriteContext,
  zoneId: string,
  status: ZoneStatus,
  actorId: string,
): Promise<ZoneStatus | undefined> {
  const { tx } = writeContext
  const request = await lockOpenRequest(tx, zoneId)
  if (request && status === 'suspended') throw fail('ZONE_REQUEST_OPEN')
  if (await isOrganisationSuspended(tx, zoneId)) throw fail('ORGANISATION_SUSPENDED')
  if (request && status === 'active') {
    await decideRequest(writeContext, request.id, { decision: 'approved', note: '', decidedBy: actorId })
    await audit(tx, 'zone_request_decided', {
      actorId,
      aboutId: request.requested_by,
      zoneRequestId: request.id,
      zoneId,
      decision: 'approved',
    })
  }
  const previousStatus = await updateStatus(tx, zoneId, status)
  if (previousStatus === 'pending') await joinManagedZones(writeContext, { zoneId })
  return previousStatus
}
