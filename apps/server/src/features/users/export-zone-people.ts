import { isSeenLately } from '@muster/domain/freshness.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { toPresence } from '@muster/domain/presence.ts'
import { type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { formatCsv } from '../../lib/csv.ts'
import { render } from '../../lib/texts/render.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { appendSecurityEvent } from '../security/index.ts'
import {
  listZonePeople,
  newestFirst,
  type OrderedPosition,
  type PeopleFilter,
  type ZonePersonRow,
} from './users.queries.ts'

const MAX_ROWS = 50_000
const PAGE_SIZE = 2_000

/** The header is in English for every reader, like the one of the accounts. */
const headerRow = ['First name', 'Last name', 'Email', 'User code', 'Role', 'State', 'Last seen', 'Added']

/**
 * Returns the filtered people of a zone as CSV, newest first, up to `MAX_ROWS`. Invited people have no contact data. Each export is
 * logged, because many people's data leaves the product.
 */
export async function exportZonePeople(
  tx: Tx,
  actor: SignedInActor,
  zoneId: string,
  filter: PeopleFilter,
): Promise<{ fileName: string; csv: string; rows: number }> {
  const csvChunks = [formatCsv([headerRow])]
  let rowCount = 0
  let after: OrderedPosition | undefined
  while (rowCount < MAX_ROWS) {
    const page = await listZonePeople(tx, zoneId, filter, newestFirst, { after, limit: PAGE_SIZE })
    csvChunks.push(formatCsv(page.map(toCells)))
    rowCount += page.length
    const lastRow = page.at(-1)
    if (page.length < PAGE_SIZE || !lastRow) break
    after = { assignedAt: lastRow.assigned_at, id: lastRow.assignment_id }
  }
  await appendSecurityEvent(tx, {
    type: 'data_access',
    description: 'Exported the people of a zone: zone_users_csv.',
    actorId: actor.userId,
    affectedUserId: null,
    severity: 'info',
    metadata: { accessType: 'zone_users_csv', zoneId, people: rowCount },
  })
  const timestamp = new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')
  return { fileName: `zone-people-${timestamp}.csv`, csv: csvChunks.join(''), rows: rowCount }
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
