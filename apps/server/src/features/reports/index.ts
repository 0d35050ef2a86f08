/** Expires stored reports. */
export { settleOldRuns } from './runs/report-runs.queries.ts'
