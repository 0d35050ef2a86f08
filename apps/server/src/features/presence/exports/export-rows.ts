import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { isSeenLately, type StayStatus, toStayStatus } from '@muster/domain/freshness.ts'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import { isMockVisit, personView } from '../presence.view.ts'
import type { FileRow } from './export-file.ts'
import type { InsideExportRow, VisitExportRow } from './exports.queries.ts'

export const headings = {
  role: msg`role`,
  since: msg`since`,
  state: msg`state`,
  lastSeen: msg`last seen`,
  accuracy: msg`accuracy in metres`,
  fakePosition: msg`position may be fake`,
  phone: msg`phone`,
}
const insideColumns = [
  ...[msg`name`, headings.role, headings.since, headings.lastSeen, headings.state, headings.accuracy],
  ...[headings.fakePosition, headings.phone],
]
const visitColumns = [
  ...[msg`name`, headings.role, msg`entry`, msg`exit`, msg`minutes`, msg`source`, headings.accuracy],
  ...[headings.fakePosition, headings.state, headings.lastSeen],
]
export const exportColumns = { inside: insideColumns, visits: visitColumns }

const toRow = (
  cells: FileRow['cells'],
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): FileRow => ({
  cells,
  point: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
})

export const toYesNo = (value: boolean | null) => (value ? msg`yes` : msg`no`)

/** Builds the row for a person inside, with times in UTC. Phone numbers are only for readers who may see the people in the zone. */
export function toInsideFileRow(
  row: InsideExportRow,
  { now, withPhones }: { now: number; withPhones: boolean },
) {
  const { name, role } = personView(row)
  const lastSeenAt = row.captured_at ?? row.entry_time
  const values = [
    findStandInName(name) ?? name,
    role,
    row.entry_time.toISOString(),
    lastSeenAt.toISOString(),
    isSeenLately(lastSeenAt.getTime(), now) ? stateLabels.inside : stateLabels.unseen,
    row.accuracy_meters,
    toYesNo(row.mock),
    withPhones ? row.phone : null,
  ]
  return toRow(values, row)
}

export const stateLabels: Readonly<Record<StayStatus['state'], MessageDescriptor>> = {
  ended: msg`ended`,
  inside: msg`inside`,
  unseen: msg`not seen`,
}

/** Builds the row for a visit, with times in UTC. An open visit has the person's last reading instead of an exit. */
export function toVisitFileRow(row: VisitExportRow, { now }: { now: number }) {
  const { name, role } = personView(row)
  const { entry_time, exit_time, last_seen, duration_minutes, tracking_source, accuracy_meters } = row
  const { state } = toStayStatus(
    {
      entry: entry_time.getTime(),
      exit: exit_time?.getTime() ?? null,
      lastSeen: last_seen?.getTime() ?? null,
    },
    now,
  )
  const values = [
    findStandInName(name) ?? name,
    role,
    entry_time.toISOString(),
    exit_time?.toISOString() ?? null,
    duration_minutes,
    tracking_source,
    accuracy_meters,
    toYesNo(isMockVisit(row)),
    stateLabels[state],
    last_seen?.toISOString() ?? null,
  ]
  return toRow(values, row)
}
