import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import type { ReportsAddress } from '../../features/reports/reports-search.ts'
import type { ReportSlots } from '../../features/reports/slots.ts'
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
  const { role } = useSelectedZone()
  return <ReportsPage {...address} slots={slotsFor(userId, role)} />
}

/** Corrections and hours are for those who watch a zone; everybody objects to days of their own. */
function slotsFor(me: string, role: Role): ReportSlots {
  const watches = can(role, 'view_attendance')
  return {
    ...(watches && {
      above: ({ id }) => <OpenObjections zoneId={id} />,
      hours: ({ id }) => <ExpectedHours zoneId={id} />,
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
