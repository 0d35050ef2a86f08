import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { CsvFile } from '@muster/contract/csv-file.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { toPresence } from '@muster/domain/presence.ts'
import { type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { type CsvColumn, exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { audit } from '../security/index.ts'
import {
  listZonePeople,
  newestFirst,
  type OrderedPosition,
  type PeopleFilter,
  type ZonePersonRow,
} from './users.queries.ts'

const stateNames = { inside: msg`Inside`, outside: msg`Outside`, unknown: msg`Not Checked-in` } as const

const columns: readonly CsvColumn<ZonePersonRow>[] = [
  [msg`First name`, row => row.first_name],
  [msg`Last name`, row => row.last_name],
  [msg`Email`, row => row.email],
  [msg`User code`, row => row.user_code],
  [msg`Role`, row => roleLongLabel(row.zone_role as Role)],
  [msg`State`, row => (row.invited ? msg`Invited` : findStateName(row))],
  [msg`Last seen`, row => (row.invited ? null : row.captured_at)],
  [msg({ message: 'Added', context: 'when a person joined a zone' }), row => row.assigned_at],
]

/** Newest first; invited people without contact data. Each export is logged, because many people's data leaves the product. */
export async function exportZonePeople(
  tx: Tx,
  actor: SignedInActor,
  zoneId: string,
  filter: PeopleFilter,
): Promise<CsvFile> {
  const { file, rows } = await exportCsv({
    name: toCsvFileName('zone-people'),
    language: await readOwnLanguage(tx),
    columns,
    listPage: (page: PageOf<OrderedPosition>) => listZonePeople(tx, zoneId, filter, newestFirst, page),
    toPosition: row => ({ assignedAt: row.assigned_at, id: row.assignment_id }),
  })
  await audit(tx, 'data_access:members_exported', {
    actorId: actor.userId,
    accessType: 'zone_users_csv',
    zoneId,
    people: rows,
  })
  return file
}

/** Returns the state in the words of the screen: whoever was not seen recently may have left. */
function findStateName(row: ZonePersonRow): MessageDescriptor {
  const capturedAt = row.captured_at?.getTime() ?? null
  const presence = toPresence({ inside: row.is_inside_zone ?? false, capturedAt })
  return presence === 'inside' && !isSeenLately(capturedAt, Date.now()) ? msg`Not seen` : stateNames[presence]
}
