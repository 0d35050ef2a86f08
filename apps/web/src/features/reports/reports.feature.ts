import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

export const reportsFeature: Feature = {
  refetchAfter: {
    'shifts.changed': [orpc.reports.key()],
    'attendance.corrected': [orpc.reports.key()],
    'attendance.objected': [orpc.reports.key()],
  },
  refetchAfterOwn: {
    'report_run.changed': [orpc.reportRuns.key()],
    'attendance.corrected': [orpc.reports.mine.key()],
    'attendance.objected': [orpc.reports.mine.key()],
  },
}
