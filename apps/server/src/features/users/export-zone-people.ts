import { isSeenLately } from '@muster/domain/freshness.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { toPresence } from '@muster/domain/presence.ts'
import { type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import { render } from '../../lib/texts/render.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { appendSecurityEvent } from '../security/index.ts'
import {
  listZonePeople,
  newestFirst,
  type OrderedPosition,
  type PeopleFilter,
  type ZonePersonRow,
} from './users.queries.ts'

/** The header is in English for every reader, like the one of the accounts. */
const headerRow = ['First name', 'Last name', 'Email', 'User code', 'Role', 'State', 'Last seen', 'Added']

/**
 * Returns the filtered people of a zone as CSV, newest first. Invited people have no contact data. Each export is
 * logged, because many people's data leaves the product.
 */
export async function exportZonePeople(
  tx: Tx,
  actor: SignedInActor,
  zoneId: string,
  filter: PeopleFilter,
): Promise<{ fileName: string; csv: string; rows: number }> {
  const { csv, rows } = await exportCsv({
    header: headerRow,
    listPage: (page: PageOf<OrderedPosition>) => listZonePeople(tx, zoneId, filter, newestFirst, page),
    toCells,
    toPosition: row => ({ assignedAt: row.assigned_at, id: row.assignment_id }),
  })
  await appendSecurityEvent(tx, {
    type: 'data_access',
    description: 'Exported the people of a zone: zone_users_csv.',
    actorId: actor.userId,
    affectedUserId: null,
    severity: 'info',
    metadata: { accessType: 'zone_users_csv', zoneId, people: rows },
  })
  return { fileName: toCsvFileName('zone-people'), csv, rows }
}

const stateNames = { inside: 'Inside', outside: 'Outside', unknown: 'Never checked in' } as const

const toCells = (row: ZonePersonRow) => [
  row.first_name,
  row.last_name,
  row.email,
  row.user_code,
  render(roleLongLabel(row.zone_role as Role), sourceLanguage),
  row.invited ? 'Invited' : stateName(row),
  row.invited ? null : (row.captured_at?.toISOString() ?? null),
  row.assigned_at,
]

/** Returns the state in the words of the screen: whoever was not seen recently may have left. */
function stateName(row: ZonePersonRow): string {
  const capturedAt = row.captured_at?.getTime() ?? null
  const presence = toPresence({ inside: row.is_inside_zone ?? false, capturedAt })
  return presence === 'inside' && !isSeenLately(capturedAt, Date.now()) ? 'Not seen' : stateNames[presence]
}
