import { run } from '../../db/rows.ts'
import type { WriteContext } from '../../live/write.ts'
import { noteBadgeOuts } from './badge-roll.queries.ts'
import { publishProgress } from './emergencies.events.ts'
import { listOpen, lockOpen } from './roll.queries.ts'

type VisitBadge = { readonly zoneId: string; readonly visitId: string; readonly badge: string }

/** So that its way out is noted about its carrier. A row for the badge itself keeps it; the visitor's is then without one. */
export async function noteVisitBadge(
  context: WriteContext,
  { zoneId, visitId, badge }: VisitBadge,
): Promise<void> {
  const { tx } = context
  for (const { id } of await listOpen(tx, [zoneId])) {
    const emergency = await lockOpen(tx, id)
    if (!emergency) continue
    await run(tx)`
      update emergency_people set badge = null
      where emergency_id = ${id} and zone_id = ${zoneId} and badge = ${badge} and visit_id is not null and visit_id <> ${visitId}`
    await run(tx)`
      update emergency_people p set badge_out_at = null, badge_out_reader = null,
        badge = (select ${badge}::text where ${badge} <> '' and not exists (
          select from emergency_people o where o.emergency_id = ${id} and o.zone_id = ${zoneId} and o.badge = ${badge} and o.id <> p.id))
      where p.emergency_id = ${id} and p.visit_id = ${visitId} and p.badge is distinct from nullif(${badge}, '')`
    await noteBadgeOuts(tx, id, { isRecent: false })
    publishProgress(context, emergency, [zoneId])
  }
}
