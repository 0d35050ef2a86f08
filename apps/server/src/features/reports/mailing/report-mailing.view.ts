import type { MailedReport, ReportRecipient, ReportSchedule } from '@muster/contract/report-mailing.ts'
import type { PersonNameLookup } from '../../../db/person-names.ts'
import { translateProblem } from '../problems.ts'
import type { MailedReportRow } from './deliveries.queries.ts'
import type { RecipientRow } from './report-recipients.queries.ts'
import type { ScheduleRow } from './report-schedules.queries.ts'

/** Finds a person's name; null for deleted accounts and for people the reader may not see. */
const toName = (names: PersonNameLookup, id: string | null) => (id === null ? null : names(id).name)

export const recipientView = (row: RecipientRow, names: PersonNameLookup): ReportRecipient => ({
  id: row.id,
  email: row.email,
  name: row.name,
  addedBy: toName(names, row.added_by),
  addedAt: row.added_at,
  offAt: row.off_at,
})

export const scheduleView = (row: ScheduleRow, names: PersonNameLookup): ReportSchedule => ({
  id: row.id,
  kind: row.kind,
  format: row.format,
  rhythm: row.rhythm,
  startsOn: row.starts_on,
  enabled: row.enabled,
  createdBy: toName(names, row.created_by),
  createdAt: row.created_at,
  lastRunAt: row.last_run_at,
  nextRunAt: row.enabled ? row.next_run_at : null,
})

export const mailedReportView = (
  row: MailedReportRow,
  names: PersonNameLookup,
  language: string,
): MailedReport => ({
  id: row.id,
  scheduleId: row.schedule_id,
  kind: row.kind,
  format: row.format,
  from: row.from_day,
  to: row.to_day,
  state: row.state,
  rerun: row.rerun,
  rerunBy: toName(names, row.rerun_by),
  problem: translateProblem(language, row.problem),
  sent: row.sent,
  waiting: row.waiting,
  skipped: row.skipped,
  failed: row.failed.map(({ email, problem }) => ({ email, problem: translateProblem(language, problem) })),
  askedAt: row.asked_at,
  finishedAt: row.finished_at,
  hasFile: row.has_file,
})
