/** What the file store and the doors ask of reports. */

export { reportsPersonalData } from './reports.personal-data.ts'
export { mayReadReport } from './runs/may-read-report.ts'
export { listReportFilesAfter, settleOldRuns } from './runs/report-runs.queries.ts'
