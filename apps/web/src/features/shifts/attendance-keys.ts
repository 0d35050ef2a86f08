import { orpc } from '../../lib/api.ts'

/** The queries to refetch after a change of hours, corrections or objections, because reports evaluate attendance by them. */
export const attendanceKeys = [orpc.shifts.key(), orpc.reports.key()] as const
