import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { CsvFile } from '@muster/contract/csv-file.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { toPresence } from '@muster/domain/presence.ts'
import { type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import { render } from '../../lib/texts/render.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { appendSecurityEvent } from '../security/index.ts'
import {
  listZonePeople,
  newestFirst,
  type OrderedPosition,
  type PeopleFilter,
  type ZonePersonRow,
} from './users.queries.ts'

const headings = [
  ...[msg`First name`, msg`Last name`, msg`Email`, msg`User code`, msg`Role`, msg`State`, msg`Last seen`],
  msg({ message: 'Added', context: 'when a person joined a zone' }),
]

/** Newest first; invited people without contact data. Each export is logged, because many people's data leaves the product. */
export async function exportZonePeople(
  tx: Tx,
  actor: SignedInActor,
  zoneId: string,
  filter: PeopleFilter,
): Promise<CsvFile> {
  const language = await readOwnLanguage(tx)
  const { file, rows } = await exportCsv({
    name: toCsvFileName('zone-people'),
    header: headings.map(heading => render(heading, language)),
    listPage: (page: PageOf<OrderedPosition>) => listZonePeople(tx, zoneId, filter, newestFirst, page),
    toCells: row => toCells(row, language),
    toPosition: row => ({ assignedAt: row.assigned_at, id: row.assignment_id }),
  })
  await appendSecurityEvent(tx, {
    type: 'data_access',
    description: 'Exported the members of a zone.',
    actorId: actor.userId,
    metadata: { accessType: 'zone_users_csv', zoneId, people: rows },
  })
  return file
}

const stateNames = { inside: msg`Inside`, outside: msg`Outside`, unknown: msg`Not Checked-in` } as const

const toCells = (row: ZonePersonRow, language: string) => [
  row.first_name,
  row.last_name,
  row.email,
  row.user_code,
  render(roleLongLabel(row.zone_role as Role), language),
  render(row.invited ? msg`Invited` : findStateName(row), language),
  row.invited ? null : (row.captured_at?.toISOString() ?? null),
  row.assigned_at,
]

/** Returns the state in the words of the screen: whoever was not seen recently may have left. */
function findStateName(row: ZonePersonRow): MessageDescriptor {
  const capturedAt = row.captured_at?.getTime() ?? null
  const presence = toPresence({ inside: row.is_inside_zone ?? false, capturedAt })
  return presence === 'inside' && !isSeenLately(capturedAt, Date.now()) ? msg`Not seen` : stateNames[presence]
}
