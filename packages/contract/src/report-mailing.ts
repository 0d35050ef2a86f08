import { reportFormats, reportKinds } from '@muster/domain/report.ts'
import { reportRhythms } from '@muster/domain/report-period.ts'
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

export const reportRecipientsMost = 50
export const reportSchedulesMost = 20

export const reportRecipient = z.object({
  id,
  email: z.string(),
  name: z.string(),
  /** Null where the person has no account any more. */
  addedBy: z.string().nullable(),
  addedAt: instant,
  /** When they took themselves off: mailed no more until they put themselves back. */
  offAt: instant.nullable(),
})
export type ReportRecipient = z.infer<typeof reportRecipient>

const plan = {
  kind: z.enum(reportKinds),
  format: z.enum(reportFormats),
  rhythm: z.enum(reportRhythms),
  /** The first day of some fortnight; null for the other rhythms. */
  startsOn: day.nullable(),
}
type Plan = { rhythm: string; startsOn: string | null }
const fortnight = ({ rhythm, startsOn }: Plan) => (rhythm === 'fortnight') === (startsOn !== null)
const fortnightSays = { error: 'A fortnight needs its first day', path: ['startsOn'] }

export const reportSchedule = z.object({
  id,
  ...plan,
  enabled: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: instant,
  /** When the last report was made by it; null before the first. */
  lastRunAt: instant.nullable(),
  /** Null while it is switched off. */
  nextRunAt: instant.nullable(),
})
export type ReportSchedule = z.infer<typeof reportSchedule>

/** A report that a schedule made, and what became of its mails. */
export const mailedReport = z.object({
  id,
  scheduleId: id,
  kind: plan.kind,
  format: plan.format,
  from: day,
  to: day,
  state: z.enum(reportRunStates),
  /** Run again by hand; false: by the clock. */
  rerun: z.boolean(),
  /** By whom, where they still have an account. */
  rerunBy: z.string().nullable(),
  problem: z.string().nullable(),
  /** Addresses by what became of their mail. */
  sent: z.int(),
  waiting: z.int(),
  /** Taken off the list before it was sent, or their account is not active. */
  skipped: z.int(),
  failed: z.array(z.object({ email: z.string(), problem: z.string().nullable() })).max(reportRecipientsMost),
  askedAt: instant,
  finishedAt: instant.nullable(),
  /** Whether its file is still kept, for who changes the mailing to open. */
  hasFile: z.boolean(),
})
export type MailedReport = z.infer<typeof mailedReport>

const zone = { zoneId: id }

/** Who the reports of a zone are mailed to, and when. */
export const reportMailing = {
  recipients: inZone(
    'GET /zones/{zoneId}/report-recipients',
    'list_report_recipients',
    'List the addresses that reports of a zone are mailed to',
  )
    .input(z.strictObject(zone))
    .output(z.object({ recipients: z.array(reportRecipient).max(reportRecipientsMost) })),
  /** An address that is there already keeps its place, with the new name. */
  addRecipient: inZone(
    'POST /zones/{zoneId}/report-recipients',
    'add_report_recipient',
    'Mail the reports of a zone to an address',
  )
    .input(z.strictObject({ ...zone, email, name: oneLine(120).default('') }))
    .output(reportRecipient)
    .errors(pick('RECIPIENTS_FULL', 'RECIPIENT_OFF')),
  removeRecipient: inZone(
    'DELETE /zones/{zoneId}/report-recipients/{recipientId}',
    'remove_report_recipient',
    'Mail no more reports of a zone to an address',
  )
    .input(z.strictObject({ ...zone, recipientId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  schedules: inZone(
    'GET /zones/{zoneId}/report-schedules',
    'list_report_schedules',
    'List the scheduled reports of a zone',
  )
    .input(z.strictObject(zone))
    .output(z.object({ timeZone: z.string(), schedules: z.array(reportSchedule).max(reportSchedulesMost) })),
  /** Its first report is of the period that ends next. `requestId` is made by the client: sent again it makes no second one. */
  createSchedule: inZone(
    'POST /zones/{zoneId}/report-schedules',
    'create_report_schedule',
    'Schedule a report of a zone',
  )
    .input(z.strictObject({ ...zone, ...plan, requestId: id }).refine(fortnight, fortnightSays))
    .output(reportSchedule)
    .errors(pick('SCHEDULES_FULL')),
  updateSchedule: inZone(
    'PUT /zones/{zoneId}/report-schedules/{scheduleId}',
    'update_report_schedule',
    'Change a scheduled report',
  )
    .input(
      z
        .strictObject({ ...zone, scheduleId: id, ...plan, enabled: z.boolean() })
        .refine(fortnight, fortnightSays),
    )
    .output(reportSchedule)
    .errors(pick('NOT_FOUND')),
  /** With the record of its runs. */
  removeSchedule: inZone(
    'DELETE /zones/{zoneId}/report-schedules/{scheduleId}',
    'remove_report_schedule',
    'Remove a scheduled report',
  )
    .input(z.strictObject({ ...zone, scheduleId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** What schedules made, the newest first. */
  runs: inZone(
    'GET /zones/{zoneId}/mailed-reports',
    'list_mailed_reports',
    'List the reports of a zone that were mailed',
  )
    .input(paging.extend(zone))
    .output(page(mailedReport))
    .errors(pick('CURSOR_INVALID')),
  /** The last whole period of a schedule once more, or what a run of it was of (`runId`), made now and mailed to all recipients. */
  rerun: inZone(
    'POST /zones/{zoneId}/report-schedules/{scheduleId}/run',
    'rerun_report_schedule',
    'Run a scheduled report again',
  )
    .input(z.strictObject({ ...zone, scheduleId: id, runId: id.optional() }))
    .output(z.object({ runId: id }))
    .errors(pick('NOT_FOUND', 'ZONE_NOT_ACTIVE', 'REPORTS_WAITING')),
}
