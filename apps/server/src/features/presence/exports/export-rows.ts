import { isSeenLately, type KnownStay, knownStay } from '@muster/domain/freshness.ts'
import { isMadeUp, personView } from '../presence.view.ts'
import type { FileRow } from './export-file.ts'
import type { InsideExportRow, VisitExportRow } from './exports.queries.ts'

const insideColumns = [
  ...['name', 'role', 'since', 'last seen', 'state'],
  ...['accuracy in metres', 'position may be made up', 'phone'],
]
const visitColumns = [
  ...['name', 'role', 'entry', 'exit', 'minutes', 'source', 'accuracy in metres'],
  ...['position may be made up', 'state', 'last seen'],
]
export const exportColumns = { inside: insideColumns, visits: visitColumns }

const toRow = (
  columns: readonly string[],
  values: readonly (string | number | null)[],
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): FileRow => ({
  cells: Object.fromEntries(columns.map((column, n) => [column, values[n] ?? null])),
  point: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
})

/** A person without a known exit, times in UTC. Phone numbers are for readers who see the people of the zone. */
export function insideFileRow(
  row: InsideExportRow,
  { now, withPhones }: { now: number; withPhones: boolean },
) {
  const { name, role } = personView(row)
  const lastSeenAt = row.captured_at ?? row.entry_time
  const values = [
    name,
    role,
    row.entry_time.toISOString(),
    lastSeenAt.toISOString(),
    isSeenLately(lastSeenAt.getTime(), now) ? stateWords.inside : stateWords.unseen,
    row.accuracy_meters,
    row.mock ? 'yes' : 'no',
    withPhones ? row.phone : null,
  ]
  return toRow(insideColumns, values, row)
}

const stateWords: Readonly<Record<KnownStay['state'], string>> = {
  ended: 'ended',
  inside: 'inside',
  unseen: 'not seen',
}

/** A visit, times in UTC; an open one has the person's last reading instead of an exit. */
export function visitFileRow(row: VisitExportRow, { now }: { now: number }) {
  const { name, role } = personView(row)
  const { entry_time, exit_time, last_seen, duration_minutes, tracking_source, accuracy_meters } = row
  const { state } = knownStay(
    {
      entry: entry_time.getTime(),
      exit: exit_time?.getTime() ?? null,
      lastSeen: last_seen?.getTime() ?? null,
    },
    now,
  )
  const values = [
    name,
    role,
    entry_time.toISOString(),
    exit_time?.toISOString() ?? null,
    duration_minutes,
    tracking_source,
    accuracy_meters,
    isMadeUp(row) ? 'yes' : 'no',
    stateWords[state],
    last_seen?.toISOString() ?? null,
  ]
  return toRow(visitColumns, values, row)
}
