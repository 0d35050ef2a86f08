import { orpc } from '../../lib/api.ts'

/** The queries to refetch after a change to hours, corrections or objections, all of which affect attendance in reports. */
export const attendanceKeys = [orpc.shifts.key(), orpc.reports.key()] as const
