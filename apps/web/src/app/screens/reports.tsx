import type { Permission } from '@muster/domain/permission.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { useZoneRights } from '../../features/presence/public.ts'
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
import { useMe } from '../../lib/session/use-session.ts'

/** Reports, with what other features put on its page. */
export function Reports(address: ReportsAddress) {
  const { userId } = useMe()
  const rightsOf = useZoneRights()
  const may = (zoneId: string, permission: Permission) => mayInZone(rightsOf(zoneId).rights, permission)
  return <ReportsPage {...address} slots={slotsFor(userId, may)} />
}

/**
 * Corrections, hours and mailing are for those who watch the zone that shows, which need not be the one they work in; everybody objects
 * to days of their own.
 */
function slotsFor(me: string, may: (zoneId: string, permission: Permission) => boolean): ReportSlots {
  const watches = (zoneId: string) => may(zoneId, 'view_attendance')
  return {
    download: ({ question, filtered }) => <DownloadReport wish={wishOf(question, me)} filtered={filtered} />,
    above: ({ id }, onOpenDay) =>
      watches(id) && <OpenObjections key={id} zoneId={id} onOpenDay={onOpenDay} />,
    hours: ({ id }) => watches(id) && <ExpectedHours key={id} zoneId={id} />,
    mailing: ({ id }) =>
      may(id, 'view_report_emails') && (
        <ReportMailing
          key={id}
          zoneId={id}
          mayChange={may(id, 'manage_report_emails') || may(id, 'manage_report_recipients')}
        />
      ),
    ofRow: ({ zoneId, userId, day, ...row }, { document }) => {
      if (!zoneId || !userId || !day) return null
      if (userId === me) return <ObjectToDay zoneId={zoneId} day={day} />
      if (!watches(zoneId)) return null
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
