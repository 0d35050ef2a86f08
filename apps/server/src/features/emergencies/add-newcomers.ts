import type { WriteContext } from '../../live/write.ts'
import { callAdded } from './call-added.ts'
import { publishProgress } from './emergencies.events.ts'
import { readTarget } from './emergency-zones.queries.ts'
import { noteOffSiteInside } from './off-site.queries.ts'
import { addedAtOnce, addToRoll, listOpen, lockOpen, selectCalled } from './roll.queries.ts'
import { selectVisitors } from './visitors-on-roll.ts'

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
  const called = selectCalled({ zoneIds, kind: 'evacuate', shiftsIn: null, isLater: true })
  const newcomers = await addToRoll(tx, id, called, { limit: addedAtOnce })
  const arrived = await noteOffSiteInside(tx, id, zoneIds)
  if (newcomers.length + arrived.length === 0) return 'done'
  const userIds = newcomers.flatMap(it => it.user_id ?? [])
  await callAdded(context, emergency, userIds)
  publishProgress(
    context,
    emergency,
    [...newcomers, ...arrived].map(it => it.zone_id),
  )
  return newcomers.length === addedAtOnce ? 'more' : 'done'
}

/** Other newcomers are called by `callNewcomers`, which follows the feed. Runs as the database owner. */
export async function callVisitor(
  context: WriteContext,
  { zoneId, visitId }: { readonly zoneId: string; readonly visitId: string },
): Promise<void> {
  const { tx } = context
  for (const { id } of await listOpen(tx, [zoneId])) {
    const emergency = await lockOpen(tx, id)
    if (emergency && (await addToRoll(tx, id, selectVisitors([zoneId], visitId))).length > 0)
      publishProgress(context, emergency, [zoneId])
  }
}
