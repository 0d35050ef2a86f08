import type { Permission } from '@muster/domain/permission.ts'
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
  const { may } = useSelectedZone()
  return <ReportsPage {...address} slots={slotsFor(userId, may)} />
}

/** Corrections, hours and mailing are for those who watch a zone; everybody objects to days of their own. */
function slotsFor(me: string, may: (permission: Permission) => boolean): ReportSlots {
  const watches = may('view_attendance')
  const mayMail = may('manage_report_emails') || may('manage_report_recipients')
  return {
    download: ({ question }) => <DownloadReport wish={wishOf(question, me)} />,
    ...(watches && {
      above: ({ id }) => <OpenObjections zoneId={id} />,
      hours: ({ id }) => <ExpectedHours zoneId={id} />,
    }),
    ...(may('view_report_emails') && {
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
