import { msg } from '@lingui/core/runtime-macro'
import { maxReportRows } from '@muster/contract/report-document.ts'
import type { Report } from '@muster/contract/reports.ts'
import type { ReadingLanguage } from '@muster/domain/language.ts'
import type { ReportKind } from '@muster/domain/report.ts'
import { dayIn } from '@muster/domain/report-span.ts'
import type { Tx } from '../../db/database.ts'
import { render } from '../../lib/texts/render.ts'
import { fail } from '../../rpc/fail.ts'
import { hiddenName } from '../presence/index.ts'
import { listCorrections, listExpected, listObjectionStates } from '../shifts/index.ts'
import {
  listDoubtfulDays,
  listMeasuredDays,
  listScopePeople,
  listShiftPresence,
  listZoneTimeZones,
  readNamesById,
  type ZoneTimeZoneRow,
} from './attendance.queries.ts'
import { type AttendanceRow, buildAttendanceReport } from './attendance-report.ts'
import { listBroadcasts } from './broadcasts.queries.ts'
import { buildBroadcastsReport } from './broadcasts-report.ts'
import type { Heading } from './build-document.ts'
import { judgeAttendance } from './judge-attendance.ts'
import { toUniqueNames } from './name-with-code.ts'
import { listNotifications } from './notifications.queries.ts'
import { buildNotificationsReport } from './notifications-report.ts'
import { countUnseenPeople, listHours } from './presence-hours.queries.ts'
import { buildPresenceReport } from './presence-report.ts'
import type { Scope } from './report-scope.ts'
import { countVisitorsByDay, countVisitorsByHour, coversVisitors } from './visitors.queries.ts'

type HeadingOptions = {
  /** The name in the title, if it is not the zone's. */
  readonly subject?: string
  /** The name of the only person a report covers, written in its rows as in the heading. */
  readonly person?: string | undefined
  readonly ofAllZones: boolean
  readonly language: ReadingLanguage
}

/** Reads and builds a report. Throws REPORT_TOO_LARGE. */
export async function makeReport(
  tx: Tx,
  kind: ReportKind,
  scope: Scope,
  { subject, person, ofAllZones, language }: HeadingOptions,
): Promise<Report> {
  const zones = await listZoneTimeZones(tx, scope.zoneIds, scope.installation)
  const timeZones = new Set(zones.map(({ tz }) => tz))
  // Presence hours are all computed in one time zone.
  const zonesDiffer = kind !== 'presence' && timeZones.size > 1
  const [timeZone = scope.installation] = timeZones.size === 1 ? timeZones : []
  const heading: Heading = {
    kind,
    subject: subject ?? (ofAllZones ? render(msg`All zones`, language) : (zones[0]?.name ?? '')),
    language,
    timeZone,
    zonesDiffer,
    now: new Date(),
    scope,
  }
  if (kind === 'presence') {
    const unseenPeople = await countUnseenPeople(tx, scope, timeZone)
    const hours = await listHours(tx, scope, timeZone)
    const visitors = coversVisitors(scope)
      ? {
          byHour: await countVisitorsByHour(
            tx,
            scope,
            timeZone,
            hours.map(it => it.began),
          ),
          byDay: await countVisitorsByDay(tx, scope),
        }
      : {}
    return buildPresenceReport(heading, hours, unseenPeople, visitors)
  }
  if (kind === 'notifications') {
    const rows = await listNotifications(tx, scope)
    return buildNotificationsReport(heading, limitRows(rows), ofAllZones)
  }
  if (kind === 'broadcasts') {
    const rows = await listBroadcasts(tx, scope, timeZone, ofAllZones)
    return buildBroadcastsReport(heading, limitRows(rows), ofAllZones)
  }
  const rows = await readAttendance(tx, scope, zones, person)
  const visitors = coversVisitors(scope) ? await countVisitorsByDay(tx, scope) : undefined
  return buildAttendanceReport(heading, limitRows(rows), ofAllZones, visitors)
}

async function readAttendance(
  tx: Tx,
  requestedScope: Scope,
  zones: readonly ZoneTimeZoneRow[],
  person: string | undefined,
): Promise<AttendanceRow[]> {
  const now = Date.now()
  const scope = { ...requestedScope, to: toEarlierDay(requestedScope.to, dayIn(earliestTimeZone, now)) }
  const { zoneIds, from, to, installation, keptSince } = scope
  const userIds = await listScopePeople(tx, scope)
  const scopeFilter = { zoneIds, userIds, from, to }
  const expectedShifts = limitRows(await listExpected(tx, scopeFilter, installation, keptSince))
  const attendanceDays = judgeAttendance(
    {
      measured: limitRows(await listMeasuredDays(tx, scope)),
      expected: expectedShifts,
      doubtful: limitRows(await listDoubtfulDays(tx, scope)),
      met: expectedShifts.length > 0 ? limitRows(await listShiftPresence(tx, scope, userIds)) : [],
      corrections: limitRows(await listCorrections(tx, scopeFilter)),
      objections: limitRows(await listObjectionStates(tx, scopeFilter)),
    },
    now,
  )
  const namesById = toUniqueNames(
    await readNamesById(tx, [...new Set(attendanceDays.map(row => row.userId))]),
  )
  const zoneNamesById = new Map(zones.map(({ id, name }) => [id, name]))
  return attendanceDays.map(row => ({
    ...row,
    name: person ?? namesById.get(row.userId) ?? hiddenName,
    zoneName: zoneNamesById.get(row.zoneId) ?? '',
  }))
}

/** The time zone where each day begins first: a day that has not begun there has not begun anywhere. */
const earliestTimeZone = 'Pacific/Kiritimati'
const toEarlierDay = (a: string, b: string) => (a < b ? a : b)

function limitRows<R>(rows: R[]): R[] {
  if (rows.length > maxReportRows) throw fail('REPORT_TOO_LARGE')
  return rows
}
