import { mayHaveReports, mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { DownloadReport } from '../../features/reports/download/download-report.tsx'
import { ReportMailing } from '../../features/reports/mailing/report-mailing.tsx'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import type { ReportsAddress } from '../../features/reports/reports-search.ts'
import type { ReportSlots } from '../../features/reports/slots.ts'
import type { ReportQuestion } from '../../features/reports/use-report.ts'
import {
  DayCorrection,
  ExpectedHours,
  measuredDayOf,
  ObjectToDay,
  OpenObjections,
} from '../../features/shifts/public.tsx'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** Reports, with what other features put on its page. */
export function Reports(address: ReportsAddress) {
  const { userId } = useMe()
  const { rights } = useSelectedZone()
  return <ReportsPage {...address} slots={slotsFor(userId, rights)} />
}

/** Corrections, hours and mailing are for those who watch a zone; everybody objects to days of their own. */
function slotsFor(me: string, rights: ZoneRights): ReportSlots {
  const watches = mayInZone(rights, 'view_attendance')
  const keepsMails =
    mayInZone(rights, 'manage_report_emails') || mayInZone(rights, 'manage_report_recipients')
  const mayMail = keepsMails && mayHaveReports(rights)
  return {
    download: ({ question }) => <DownloadReport wish={wishOf(question, me)} />,
    ...(watches && {
      above: ({ id }) => <OpenObjections zoneId={id} />,
      hours: ({ id }) => <ExpectedHours zoneId={id} />,
    }),
    ...(mayInZone(rights, 'view_report_emails') && {
      mailing: ({ id }) => <ReportMailing zoneId={id} mayChange={mayMail} />,
    }),
    ofRow: ({ zoneId, userId, day, ...row }, { document }) => {
      if (!zoneId || !userId || !day) return null
      if (userId === me) return <ObjectToDay zoneId={zoneId} day={day} />
      if (!watches) return null
      const measured = row.measured ?? measuredDayOf(document.columns, row.cells)
      return <DayCorrection zoneId={zoneId} userId={userId} day={day} measured={measured} />
    },
  }
}

/** The same report as a file. */
function wishOf({ of, kind, from, to, ...narrow }: ReportQuestion, me: string) {
  const all = { kind, from, to, zoneId: null, groupId: null, userId: null }
  return of === 'mine' ? { ...all, userId: me } : { ...all, ...narrow }
}
