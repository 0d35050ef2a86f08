import { orpc } from '../../lib/api.ts'

/** The queries to refetch after a change to hours, corrections or objections, because reports judge days by them. */
export const attendanceKeys = [orpc.shifts.key(), orpc.reports.key()] as const
