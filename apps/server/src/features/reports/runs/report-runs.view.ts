import type { ReportRun } from '@muster/contract/report-runs.ts'
import { translateProblem } from '../problems.ts'
import type { RunRow } from './report-runs.queries.ts'

export const runView = (row: RunRow, language: string): ReportRun => ({
  id: row.id,
  kind: row.kind,
  zoneId: row.zone_id,
  groupId: row.group_id,
  userId: row.person_id,
  emergencyId: row.emergency_id,
  from: row.from_day,
  to: row.to_day,
  isFiltered: row.row_search !== null || row.bar_column !== null,
  format: row.format,
  state: row.state,
  percent: row.percent,
  rows: row.rows,
  bytes: row.bytes,
  problem: translateProblem(language, row.problem),
  askedAt: row.asked_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
})
