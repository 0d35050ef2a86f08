export { expireRuns as settleOldRuns } from './runs/report-runs.queries.ts'
