import { isSeenLately } from '@muster/domain/freshness.ts'
import { isMadeUp, personView } from '../presence.view.ts'
import type { FileRow } from './export-file.ts'
import type { InsideExportRow, VisitExportRow } from './exports.queries.ts'

const insideColumns = [
  ...['name', 'role', 'inside since', 'last seen', 'seen lately'],
  ...['accuracy in metres', 'position may be made up', 'phone'],
]
const visitColumns = [
  ...['name', 'role', 'entry', 'exit', 'minutes', 'source', 'accuracy in metres'],
  'position may be made up',
]
export const exportColumns = { inside: insideColumns, visits: visitColumns }

const rowOf = (
  columns: readonly string[],
  values: readonly (string | number | null)[],
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): FileRow => ({
  cells: Object.fromEntries(columns.map((column, n) => [column, values[n] ?? null])),
  point: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
})

/** Somebody who is inside, times in UTC. Phone numbers are for those who see the people of the zone. */
export function insideFileRow(
  row: InsideExportRow,
  { now, withPhones }: { now: number; withPhones: boolean },
) {
  const { name, role } = personView(row)
  const seen = row.captured_at ?? row.entry_time
  const values = [
    name,
    role,
    row.entry_time.toISOString(),
    seen.toISOString(),
    isSeenLately(seen.getTime(), now) ? 'yes' : 'no',
    row.accuracy_meters,
    row.mock ? 'yes' : 'no',
    withPhones ? row.phone : null,
  ]
  return rowOf(insideColumns, values, row)
}

/** A visit, times in UTC; without an end while it lasts. */
export function visitFileRow(row: VisitExportRow) {
  const { name, role } = personView(row)
  const { entry_time, exit_time, duration_minutes, tracking_source, accuracy_meters } = row
  const values = [
    name,
    role,
    entry_time.toISOString(),
    exit_time?.toISOString() ?? null,
    duration_minutes,
    tracking_source,
    accuracy_meters,
    isMadeUp(row) ? 'yes' : 'no',
  ]
  return rowOf(visitColumns, values, row)
}
