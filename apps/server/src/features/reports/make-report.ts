import { type ReportKind, reportRowsMost } from '@muster/contract/report-document.ts'
import type { Report } from '@muster/contract/reports.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { hiddenName } from '../presence/index.ts'
import {
  listDoubtful,
  listMeasured,
  listNames,
  listZoneCalendars,
  type NameRow,
  type ZoneCalendarRow,
} from './attendance.queries.ts'
import { type AttendanceRow, attendanceReport } from './attendance-report.ts'
import { listBroadcasts } from './broadcasts.queries.ts'
import { broadcastsReport } from './broadcasts-report.ts'
import type { Heading } from './build-document.ts'
import { listNotifications } from './notifications.queries.ts'
import { notificationsReport } from './notifications-report.ts'
import { listHours } from './presence-hours.queries.ts'
import { presenceReport } from './presence-report.ts'
import type { Scope } from './report-scope.ts'

/** What a report is called after: one zone by its name, a person by theirs. */
type Subject = { readonly subject?: string; readonly ofAllZones: boolean }

/** Reads a report and puts it together. Throws REPORT_TOO_LARGE. */
export async function makeReport(
  tx: Tx,
  kind: ReportKind,
  scope: Scope,
  { subject, ofAllZones }: Subject,
): Promise<Report> {
  const zones = await listZoneCalendars(tx, scope.zoneIds, scope.installation)
  const timeZone = commonZone(zones, scope.installation)
  const heading: Heading = {
    kind,
    subject: subject ?? (ofAllZones ? 'All zones' : (zones[0]?.name ?? '')),
    timeZone,
    now: new Date(),
    scope,
  }
  if (kind === 'presence') return presenceReport(heading, await listHours(tx, scope, timeZone))
  if (kind === 'notifications') {
    const rows = await listNotifications(tx, scope)
    return notificationsReport(heading, fitting(rows), ofAllZones)
  }
  if (kind === 'broadcasts') {
    const rows = await listBroadcasts(tx, scope, timeZone, ofAllZones)
    return broadcastsReport(heading, fitting(rows), ofAllZones)
  }
  return attendanceReport(heading, fitting(await readAttendance(tx, scope, zones)), ofAllZones)
}

/** The time zone of all of them, or the installation's where they have different ones. */
function commonZone(zones: readonly ZoneCalendarRow[], installation: string): string {
  const names = new Set(zones.map(({ tz }) => tz))
  return names.size === 1 ? (zones[0]?.tz ?? installation) : installation
}

async function readAttendance(
  tx: Tx,
  scope: Scope,
  zones: readonly ZoneCalendarRow[],
): Promise<AttendanceRow[]> {
  const measured = fitting(await listMeasured(tx, scope))
  const doubtful = await listDoubtful(tx, scope)
  const doubts = new Map(doubtful.map(row => [keyOf(row), row]))
  const names = await listNames(tx, [...new Set(measured.map(row => row.user_id))])
  const zoneNames = new Map(zones.map(({ id, name }) => [id, name]))
  return measured.map(row => {
    const { refused = 0, uncertain = 0 } = doubts.get(keyOf(row)) ?? {}
    return {
      ...row,
      name: nameOf(names.get(row.user_id)),
      zoneName: zoneNames.get(row.zone_id) ?? '',
      refused,
      uncertain,
    }
  })
}

const nameOf = (name: NameRow | undefined) =>
  name ? `${name.first_name} ${name.last_name}`.trim() : hiddenName

const keyOf = (row: { zone_id: string; user_id: string; day: string }) =>
  `${row.zone_id} ${row.user_id} ${row.day}`

function fitting<R>(rows: R[]): R[] {
  if (rows.length > reportRowsMost) throw fail('REPORT_TOO_LARGE')
  return rows
}
