import type { WriteContext } from '../../live/write.ts'
import { ADDED_AT_ONCE } from '../badges/index.ts'
import { callAdded } from './call-added.ts'
import { publishProgress } from './emergencies.events.ts'
import { listZoneIds, readTarget } from './emergency-zones.queries.ts'
import { noteOffSiteInside } from './off-site.queries.ts'
import { addNewcomers, listOpen, lockOpen } from './roll.queries.ts'
import { addVisitors } from './visitors-on-roll.ts'

/**
 * Puts people who came in during an open emergency on its roll, and calls them; returns whether more are left. People who were
 * called off site and came in since count as inside.
 */
export async function callNewcomers(
  context: WriteContext,
  { id }: { readonly id: string },
): Promise<'more' | 'done'> {
  const { tx } = context
  const emergency = await lockOpen(tx, id)
  if (!emergency) return 'done'
  const zoneIds = await readTarget(tx, emergency)
  const newcomers = await addNewcomers(tx, emergency, { zoneIds, limit: ADDED_AT_ONCE })
  const visitors = await addVisitors(tx, id, zoneIds)
  const arrived = await noteOffSiteInside(tx, id, zoneIds)
  if (newcomers.length + visitors + arrived.length === 0) return 'done'
  const userIds = newcomers.map(it => it.user_id)
  await callAdded(context, emergency, userIds)
  publishProgress(
    context,
    emergency,
    visitors > 0 ? await listZoneIds(tx, id) : [...newcomers, ...arrived].map(it => it.zone_id),
  )
  return newcomers.length === ADDED_AT_ONCE ? 'more' : 'done'
}

/** Other newcomers are called by `callNewcomers`, which follows the feed. Runs as the database owner. */
export async function callVisitor(
  context: WriteContext,
  { zoneId, visitId }: { readonly zoneId: string; readonly visitId: string },
): Promise<void> {
  const { tx } = context
  for (const { id } of await listOpen(tx, [zoneId])) {
    const emergency = await lockOpen(tx, id)
    if (emergency && (await addVisitors(tx, id, [zoneId], visitId)) > 0)
      publishProgress(context, emergency, [zoneId])
  }
}
