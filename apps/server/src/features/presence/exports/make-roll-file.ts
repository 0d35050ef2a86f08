import { buffer } from 'node:stream/consumers'
import { exportRowsHeader } from '@muster/contract/presence-exports.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Tx } from '../../../db/database.ts'
import { createInZoneAccess } from '../../../rpc/access.ts'
import { enterInputZone } from '../../../rpc/calling.ts'
import type { ResourceActor } from '../../../rpc/define-resource.ts'
import { makeExport } from './make-export.ts'

const rollAccess = createInZoneAccess('view_attendance')

/**
 * Makes the PDF of the people inside a zone in a job, as the actor sees them. Of more than `maxSheetRows` people, it lists those who
 * came in first, and says so.
 */
export async function makeRollFile(
  deps: Parameters<typeof makeExport>[0],
  actor: ResourceActor,
  zoneId: string,
  ...[signal, onProgress]: readonly [AbortSignal, (percent: number) => void]
) {
  const file = await makeExport(
    deps,
    actor,
    { zoneId, kind: 'inside', format: 'pdf' },
    { signal, onProgress },
  )
  return {
    name: file.name,
    content: await buffer(file.content),
    rows: Number(file.headers?.[exportRowsHeader]),
    visibleScope: { phones: file.withPhones ? [zoneId] : [] },
    logExport: file.logExport,
  }
}

/** Returns what the actor may see in the list of who is inside. Throws FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED. */
export async function readRollScope(tx: Tx, actor: ResourceActor, zoneId: string) {
  const zone = await enterInputZone(tx, rollAccess, actor, zoneId)
  return { phones: mayInZone(zone, 'view_zone_users') ? [zone.id] : [] }
}
