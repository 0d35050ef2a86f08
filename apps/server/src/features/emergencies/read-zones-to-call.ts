import { createInZoneAccess } from '../../rpc/access.ts'
import { enterInputZone } from '../../rpc/calling.ts'
import type { InTransaction, SignedInActor } from '../../rpc/context.ts'
import type { TargetZones } from './emergency-zones.queries.ts'

const access = createInZoneAccess('broadcast')

type Input = { readonly zoneId: string | null; readonly moreZoneIds?: readonly string[] | undefined }

/**
 * Returns the zones of a call; null for all. The declaration of the procedure has checked the permission to send in the first zone, and
 * this checks it in the others. Throws ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED or FORBIDDEN.
 */
export async function readZonesToCall(
  { tx, actor }: Pick<InTransaction, 'tx'> & { readonly actor: SignedInActor },
  { zoneId, moreZoneIds = [] }: Input,
): Promise<TargetZones> {
  if (zoneId === null) return null
  const otherZoneIds = [...new Set(moreZoneIds)].filter(it => it !== zoneId)
  for (const otherZoneId of otherZoneIds) await enterInputZone(tx, access, actor, otherZoneId)
  return [zoneId, ...otherZoneIds]
}
