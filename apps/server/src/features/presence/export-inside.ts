import { isSeenLately } from '@muster/domain/freshness.ts'
import { can } from '@muster/domain/permission.ts'
import type { Tx } from '../../db/database.ts'
import { csvText } from '../../lib/csv.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { listInsideWithPhones } from './presence.queries.ts'
import { personView } from './presence.view.ts'

const heading = [
  ...['name', 'role', 'inside since', 'last seen', 'seen lately'],
  ...['accuracy in metres', 'position may be made up', 'phone'],
]

/**
 * Who is inside the zone now as CSV text, the longest there first, times in UTC: to be held in the hand when the house is empty.
 * It takes the data of many out of the product, so each one is noted. Phone numbers are for those who see the people of the zone.
 */
export async function exportInside(
  tx: Tx,
  actor: SignedInActor,
  zone: ActorZone,
): Promise<{ fileName: string; csv: string; rows: number }> {
  const now = new Date()
  const withPhones = can(zone.role, 'view_zone_users')
  const rows = await listInsideWithPhones(tx, zone.id)
  const lines = rows.map(row => {
    const { name, role } = personView(row)
    const seen = row.captured_at ?? row.entry_time
    return [
      name,
      role,
      row.entry_time?.toISOString() ?? null,
      seen?.toISOString() ?? null,
      isSeenLately(seen?.getTime() ?? null, now.getTime()) ? 'yes' : 'no',
      row.accuracy_meters,
      row.mock ? 'yes' : 'no',
      withPhones ? row.phone : null,
    ]
  })
  await appendSecurityEvent(tx, {
    type: 'data_access',
    description: 'Exported who is inside a zone: inside_csv.',
    actorId: actor.userId,
    affectedUserId: null,
    severity: 'info',
    metadata: { accessType: 'inside_csv', zoneId: zone.id, people: rows.length },
  })
  const stamp = now.toISOString().slice(0, 16).replace(/[T:]/g, '-')
  return { fileName: `inside-${stamp}.csv`, csv: csvText([heading, ...lines]), rows: rows.length }
}
