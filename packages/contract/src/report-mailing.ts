import { reportFormats, reportKinds } from '@muster/domain/report.ts'
import { reportFrequencies } from '@muster/domain/report-period.ts'
import { z } from 'zod'
import { email } from './auth.ts'
import { callsTagged } from './base.ts'
import { day } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { page, paging } from './paging.ts'
import { reportRunStates } from './report-runs.ts'
import { oneLine } from './texts.ts'

const { inZone } = callsTagged('reports')

export const maxReportRecipients = 50
export const maxReportSchedules = 20

export const reportRecipient = z.object({
  id,
  email: z.string(),
  name: z.string(),
  /** Null if the person's account is deleted. */
  addedBy: z.string().nullable(),
  addedAt: instant,
  /** When the recipient unsubscribed; they receive no emails until they subscribe again. */
  offAt: instant.nullable(),
})
export type ReportRecipient = z.infer<typeof reportRecipient>

const planFields = {
  kind: z.enum(reportKinds),
  format: z.enum(reportFormats),
  rhythm: z.enum(reportFrequencies),
  /** The first day of one of the fortnights, from which the others are counted; null for other frequencies. */
  startsOn: day.nullable(),
}
type ScheduleTimes = { rhythm: string; startsOn: string | null }
const hasFortnightStart = ({ rhythm, startsOn }: ScheduleTimes) =>
  (rhythm === 'fortnight') === (startsOn !== null)
const fortnightProblem = { error: 'A fortnight needs its first day', path: ['startsOn'] }

export const reportSchedule = z.object({
  id,
  ...planFields,
  enabled: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: instant,
  /** When the schedule last created a report; null before the first. */
  lastRunAt: instant.nullable(),
  /** Null while the schedule is switched off. */
  nextRunAt: instant.nullable(),
})
export type ReportSchedule = z.infer<typeof reportSchedule>

/** A report created by a schedule, and the outcome of its emails. */
export const mailedReport = z.object({
  id,
  scheduleId: id,
  kind: planFields.kind,
  format: planFields.format,
  from: day,
  to: day,
  state: z.enum(reportRunStates),
  /** True if the report was run again by hand, false if the schedule ran it. */
  rerun: z.boolean(),
  /** The name of the person who ran the report again; null if nobody did or if their account has been deleted. */
  rerunBy: z.string().nullable(),
  problem: z.string().nullable(),
  /** The number of recipients for each outcome of their email. */
  sent: z.int(),
  waiting: z.int(),
  /** Recipients who were removed from the list before the email was sent, or whose account is not active. */
  skipped: z.int(),
  failed: z.array(z.object({ email: z.string(), problem: z.string().nullable() })).max(maxReportRecipients),
  askedAt: instant,
  finishedAt: instant.nullable(),
  /** True if the file is still available. */
  hasFile: z.boolean(),
})
export type MailedReport = z.infer<typeof mailedReport>

const zoneRef = { zoneId: id }

export const reportMailing = {
  recipients: inZone(
    'GET /zones/{zoneId}/report-recipients',
    'list_report_recipients',
    'List the addresses that reports of a zone are mailed to',
  )
    .input(z.strictObject(zoneRef))
    .output(z.object({ recipients: z.array(reportRecipient).max(maxReportRecipients) })),
  /** An address that is already on the list only changes its name. Fails with RECIPIENT_OFF if its owner has unsubscribed. */
  addRecipient: inZone(
    'POST /zones/{zoneId}/report-recipients',
    'add_report_recipient',
    'Mail the reports of a zone to an address',
  )
    .input(z.strictObject({ ...zoneRef, email, name: oneLine(120).default('') }))
    .output(reportRecipient)
    .errors(pick('RECIPIENTS_FULL', 'RECIPIENT_OFF')),
  removeRecipient: inZone(
    'DELETE /zones/{zoneId}/report-recipients/{recipientId}',
    'remove_report_recipient',
    'Mail no more reports of a zone to an address',
  )
    .input(z.strictObject({ ...zoneRef, recipientId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  schedules: inZone(
    'GET /zones/{zoneId}/report-schedules',
    'list_report_schedules',
    'List the scheduled reports of a zone',
  )
    .input(z.strictObject(zoneRef))
    .output(z.object({ timeZone: z.string(), schedules: z.array(reportSchedule).max(maxReportSchedules) })),
  /**
   * Creates a schedule. The first report covers the period that ends next. The client creates `requestId`, so a repeated request
   * creates no second schedule.
   */
  createSchedule: inZone(
    'POST /zones/{zoneId}/report-schedules',
    'create_report_schedule',
    'Schedule a report of a zone',
  )
    .input(
      z
        .strictObject({ ...zoneRef, ...planFields, requestId: id })
        .refine(hasFortnightStart, fortnightProblem),
    )
    .output(reportSchedule)
    .errors(pick('SCHEDULES_FULL')),
  updateSchedule: inZone(
    'PUT /zones/{zoneId}/report-schedules/{scheduleId}',
    'update_report_schedule',
    'Change a scheduled report',
  )
    .input(
      z
        .strictObject({ ...zoneRef, scheduleId: id, ...planFields, enabled: z.boolean() })
        .refine(hasFortnightStart, fortnightProblem),
    )
    .output(reportSchedule)
    .errors(pick('NOT_FOUND')),
  /** Removes a schedule and the record of its runs. */
  removeSchedule: inZone(
    'DELETE /zones/{zoneId}/report-schedules/{scheduleId}',
    'remove_report_schedule',
    'Remove a scheduled report',
  )
    .input(z.strictObject({ ...zoneRef, scheduleId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** Lists the reports of all schedules, including those run again by hand, newest first. */
  runs: inZone(
    'GET /zones/{zoneId}/mailed-reports',
    'list_mailed_reports',
    'List the reports of a zone that were mailed',
  )
    .input(paging.extend(zoneRef))
    .output(page(mailedReport))
    .errors(pick('CURSOR_INVALID')),
  /** For the last due period or, with `runId`, for that run; emailed to all subscribed recipients. */
  rerun: inZone(
    'POST /zones/{zoneId}/report-schedules/{scheduleId}/run',
    'rerun_report_schedule',
    'Run a scheduled report again',
  )
    .input(z.strictObject({ ...zoneRef, scheduleId: id, runId: id.optional() }))
    .output(z.object({ runId: id }))
    .errors(pick('NOT_FOUND', 'ZONE_NOT_ACTIVE', 'REPORTS_WAITING')),
}
