import { orpc } from '../../lib/api.ts'

/** Read again after a change of hours, corrections or objections: reports judge their days by them. */
export const attendanceKeys = [orpc.shifts.key(), orpc.reports.key()] as const
