import { mayHaveReports, mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { useZoneRights } from '../../features/presence/public.ts'
import { DownloadReport } from '../../features/reports/download/download-report.tsx'
import { ReportMailing } from '../../features/reports/mailing/report-mailing.tsx'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import type { ReportsSearchProps } from '../../features/reports/reports-search.ts'
import type { ReportSlots } from '../../features/reports/slots.ts'
import type { ReportParams } from '../../features/reports/use-report.ts'
import {
  DayCorrection,
  ExpectedHours,
  ObjectToDay,
  OpenObjections,
  toMeasuredDay,
} from '../../features/shifts/public.tsx'
import { useMe } from '../../lib/session/use-session.ts'

export function Reports(address: ReportsSearchProps) {
  const { userId } = useMe()
  const zoneRights = useZoneRights()
  return <ReportsPage {...address} slots={createSlots(userId, zoneId => zoneRights(zoneId).rights)} />
}

const mayEditMailing = (rights: ZoneRights) =>
  mayHaveReports(rights) &&
  (mayInZone(rights, 'manage_report_emails') || mayInZone(rights, 'manage_report_recipients'))

/** Permissions are checked in the reported zone, which may differ from the selected one. Everybody may object to their own days. */
function createSlots(me: string, rightsIn: (zoneId: string) => ZoneRights): ReportSlots {
  const mayViewAttendance = (zoneId: string) => mayInZone(rightsIn(zoneId), 'view_attendance')
  return {
    download: ({ question, filter }) => (
      <DownloadReport request={{ ...toReportRequest(question, me), ...filter }} />
    ),
    above: ({ id }, onOpenDay) =>
      mayViewAttendance(id) && <OpenObjections key={id} zoneId={id} onOpenDay={onOpenDay} />,
    hours: ({ id }) => mayViewAttendance(id) && <ExpectedHours key={id} zoneId={id} />,
    mailing: ({ id }) =>
      mayInZone(rightsIn(id), 'view_report_emails') && (
        <ReportMailing key={id} zoneId={id} mayChange={mayEditMailing(rightsIn(id))} />
      ),
    ofRow: ({ zoneId, userId, day, ...row }, { document }) => {
      if (!zoneId || !userId || !day) return null
      if (userId === me) return <ObjectToDay zoneId={zoneId} day={day} />
      if (!mayViewAttendance(zoneId)) return null
      const measuredDay = row.measured ?? toMeasuredDay(document.columns, row.cells)
      return <DayCorrection zoneId={zoneId} userId={userId} day={day} measured={measuredDay} />
    },
  }
}

function toReportRequest({ of, kind, from, to, ...filters }: ReportParams, me: string) {
  const baseRequest = { kind, from, to, zoneId: null, groupId: null, userId: null }
  return of === 'mine' ? { ...baseRequest, userId: me } : { ...baseRequest, ...filters }
}
