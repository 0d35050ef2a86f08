import { reportFormats, reportKinds } from '@muster/domain/report.ts'
import { reportRhythms } from '@muster/domain/report-period.ts'
import { z } from 'zod'
import { email } from './auth.ts'
import { inZoneProcedure } from './base.ts'
import { day } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { page, paging } from './paging.ts'
import { reportRunStates } from './report-runs.ts'
import { oneLine } from './texts.ts'

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
  recipients: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/report-recipients',
      operationId: 'list_report_recipients',
      summary: 'List the addresses that reports of a zone are mailed to',
      tags: ['reports'],
    })
    .input(z.strictObject(zone))
    .output(z.object({ recipients: z.array(reportRecipient).max(reportRecipientsMost) })),
  /** An address that is there already keeps its place, with the new name. */
  addRecipient: inZoneProcedure
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/report-recipients',
      operationId: 'add_report_recipient',
      summary: 'Mail the reports of a zone to an address',
      tags: ['reports'],
    })
    .input(z.strictObject({ ...zone, email, name: oneLine(120).default('') }))
    .output(reportRecipient)
    .errors(pick('RECIPIENTS_FULL', 'RECIPIENT_OFF')),
  removeRecipient: inZoneProcedure
    .route({
      method: 'DELETE',
      path: '/zones/{zoneId}/report-recipients/{recipientId}',
      operationId: 'remove_report_recipient',
      summary: 'Mail no more reports of a zone to an address',
      tags: ['reports'],
    })
    .input(z.strictObject({ ...zone, recipientId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  schedules: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/report-schedules',
      operationId: 'list_report_schedules',
      summary: 'List the scheduled reports of a zone',
      tags: ['reports'],
    })
    .input(z.strictObject(zone))
    .output(z.object({ timeZone: z.string(), schedules: z.array(reportSchedule).max(reportSchedulesMost) })),
  /** Its first report is of the period that ends next. `requestId` is made by the client: sent again it makes no second one. */
  createSchedule: inZoneProcedure
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/report-schedules',
      operationId: 'create_report_schedule',
      summary: 'Schedule a report of a zone',
      tags: ['reports'],
    })
    .input(z.strictObject({ ...zone, ...plan, requestId: id }).refine(fortnight, fortnightSays))
    .output(reportSchedule)
    .errors(pick('SCHEDULES_FULL')),
  updateSchedule: inZoneProcedure
    .route({
      method: 'PUT',
      path: '/zones/{zoneId}/report-schedules/{scheduleId}',
      operationId: 'update_report_schedule',
      summary: 'Change a scheduled report',
      tags: ['reports'],
    })
    .input(
      z
        .strictObject({ ...zone, scheduleId: id, ...plan, enabled: z.boolean() })
        .refine(fortnight, fortnightSays),
    )
    .output(reportSchedule)
    .errors(pick('NOT_FOUND')),
  /** With the record of its runs. */
  removeSchedule: inZoneProcedure
    .route({
      method: 'DELETE',
      path: '/zones/{zoneId}/report-schedules/{scheduleId}',
      operationId: 'remove_report_schedule',
      summary: 'Remove a scheduled report',
      tags: ['reports'],
    })
    .input(z.strictObject({ ...zone, scheduleId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** What schedules made, the newest first. */
  runs: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/mailed-reports',
      operationId: 'list_mailed_reports',
      summary: 'List the reports of a zone that were mailed',
      tags: ['reports'],
    })
    .input(paging.extend(zone))
    .output(page(mailedReport))
    .errors(pick('CURSOR_INVALID')),
  /** The last whole period of a schedule once more, or what a run of it was of (`runId`), made now and mailed to all recipients. */
  rerun: inZoneProcedure
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/report-schedules/{scheduleId}/run',
      operationId: 'rerun_report_schedule',
      summary: 'Run a scheduled report again',
      tags: ['reports'],
    })
    .input(z.strictObject({ ...zone, scheduleId: id, runId: id.optional() }))
    .output(z.object({ runId: id }))
    .errors(pick('NOT_FOUND', 'ZONE_NOT_ACTIVE', 'REPORTS_WAITING')),
}
