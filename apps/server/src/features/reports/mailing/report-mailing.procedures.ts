import { id, instant } from '@muster/contract/ids.ts'
import { lastDuePeriod, nextDueAt, type ReportFrequency } from '@muster/domain/report-period.ts'
import type { Tx } from '../../../db/database.ts'
import { loadPersonNames } from '../../../db/person-names.ts'
import { pluck } from '../../../db/rows.ts'
import { readTimeZone } from '../../../db/time-zone.ts'
import type { Platform } from '../../../platform/platform.ts'
import { api, inZone } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { createCursors } from '../../../rpc/paging.ts'
import { readOwnLanguage } from '../../../rpc/reading-language.queries.ts'
import { audit } from '../../security/index.ts'
import { SCHEDULED_PRIORITY } from './begin-due-schedules.ts'
import { listMailedReports } from './deliveries.queries.ts'
import { requireMailingManager } from './report-mailing.policy.ts'
import { mailedReportView, recipientView, scheduleView } from './report-mailing.view.ts'
import { addRecipient, listRecipients, removeRecipient } from './report-recipients.queries.ts'
import {
  deleteSchedule,
  findCreatedRun,
  findSchedule,
  hasUnfinishedRun,
  insertSchedule,
  insertScheduledRun,
  listSchedules,
  updateSchedule,
} from './report-schedules.queries.ts'

/** Per-person limit on changes, because new recipients and schedules cause emails. */
const changeLimit = { name: 'report-mailing', points: 120, seconds: 3_600 }
/** Limits reruns, because each sends an email to every recipient. */
const rerunLimit = { name: 'report-reruns', points: 6, seconds: 3_600 }
const runCursors = createCursors('mailed-reports', { at: [instant, 'asked_at'], id })

/** Procedures for a zone's report recipients, its schedules, and the outcome of their emails. */
export function reportMailingProcedures({ env, reportQueue }: Pick<Platform, 'env' | 'reportQueue'>) {
  const viewerProcedure = inZone('view_report_emails')
  const editorProcedure = inZone('view_report_emails', { rateLimit: changeLimit })
  const findNextRunTime = async (
    tx: Tx,
    zoneId: string,
    plan: { rhythm: ReportFrequency; startsOn: string | null },
  ) => {
    const timeZone = await readTimeZone(tx, zoneId, env.TIME_ZONE)
    return new Date(nextDueAt({ ...plan, timeZone }, Date.now()))
  }

  return {
    recipients: api.reportMailing.recipients
      .use(viewerProcedure)
      .handler(async ({ context: { tx, zone } }) => {
        const rows = await listRecipients(tx, zone.id)
        const toPerson = await loadPersonNames(tx, pluck(rows, 'added_by'))
        return { recipients: rows.map(row => recipientView(row, toPerson)) }
      }),

    addRecipient: api.reportMailing.addRecipient
      .use(editorProcedure)
      .handler(async ({ context: { tx, zone, actor }, input: { email, name } }) => {
        requireMailingManager(zone)
        const addedRecipient = await addRecipient(tx, {
          zoneId: zone.id,
          email: email.toLowerCase(),
          name,
          addedBy: actor.userId,
        })
        if (!addedRecipient) throw fail('RECIPIENTS_FULL')
        if (addedRecipient.isNew)
          await audit(tx, 'report_mailing_changed:recipient_added', {
            actorId: actor.userId,
            zoneId: zone.id,
            email: addedRecipient.row.email,
          })
        return recipientView(addedRecipient.row, await loadPersonNames(tx, [addedRecipient.row.added_by]))
      }),

    removeRecipient: api.reportMailing.removeRecipient
      .use(editorProcedure)
      .handler(async ({ context: { tx, zone, actor }, input: { recipientId } }) => {
        requireMailingManager(zone)
        const email = await removeRecipient(tx, zone.id, recipientId)
        if (email === undefined) throw fail('NOT_FOUND')
        await audit(tx, 'report_mailing_changed:recipient_removed', {
          actorId: actor.userId,
          zoneId: zone.id,
          email,
        })
        return { removed: true as const }
      }),

    schedules: api.reportMailing.schedules.use(viewerProcedure).handler(async ({ context: { tx, zone } }) => {
      const rows = await listSchedules(tx, zone.id)
      const toPerson = await loadPersonNames(tx, pluck(rows, 'created_by'))
      const timeZone = await readTimeZone(tx, zone.id, env.TIME_ZONE)
      return { timeZone, schedules: rows.map(row => scheduleView(row, toPerson)) }
    }),

    createSchedule: api.reportMailing.createSchedule
      .use(editorProcedure)
      .handler(async ({ context: { tx, zone, actor }, input: { zoneId, requestId, ...scheduleInput } }) => {
        requireMailingManager(zone)
        const nextRunAt = await findNextRunTime(tx, zoneId, scheduleInput)
        const schedule = await insertSchedule(tx, {
          ...scheduleInput,
          zoneId,
          requestId,
          nextRunAt,
          createdBy: actor.userId,
        })
        if (!schedule) throw fail('SCHEDULES_FULL')
        if (schedule.isNew)
          await audit(tx, 'report_mailing_changed:schedule_added', {
            actorId: actor.userId,
            zoneId,
            ...scheduleInput,
          })
        return scheduleView(schedule.row, await loadPersonNames(tx, [schedule.row.created_by]))
      }),

    updateSchedule: api.reportMailing.updateSchedule
      .use(editorProcedure)
      .handler(async ({ context: { tx, zone, actor }, input: { zoneId, scheduleId, ...scheduleInput } }) => {
        requireMailingManager(zone)
        const nextRunAt = await findNextRunTime(tx, zoneId, scheduleInput)
        const row = await updateSchedule(tx, zoneId, scheduleId, { ...scheduleInput, nextRunAt })
        if (!row) throw fail('NOT_FOUND')
        await audit(tx, 'report_mailing_changed:schedule_saved', {
          actorId: actor.userId,
          zoneId,
          scheduleId,
          ...scheduleInput,
        })
        return scheduleView(row, await loadPersonNames(tx, [row.created_by]))
      }),

    removeSchedule: api.reportMailing.removeSchedule
      .use(editorProcedure)
      .handler(async ({ context: { tx, zone, actor }, input: { zoneId, scheduleId } }) => {
        requireMailingManager(zone)
        if (!(await deleteSchedule(tx, zoneId, scheduleId))) throw fail('NOT_FOUND')
        await audit(tx, 'report_mailing_changed:schedule_removed', {
          actorId: actor.userId,
          zoneId,
          scheduleId,
        })
        return { removed: true as const }
      }),

    runs: api.reportMailing.runs
      .use(viewerProcedure)
      .handler(async ({ context: { tx, zone }, input: { cursor, limit } }) => {
        const page = await runCursors.read({ cursor, limit }, it => listMailedReports(tx, zone.id, it))
        const toPerson = await loadPersonNames(tx, pluck(page.rows, 'rerun_by'))
        const language = await readOwnLanguage(tx)
        return page.map(row => mailedReportView(row, toPerson, language))
      }),

    rerun: api.reportMailing.rerun
      .use(
        inZone('view_report_emails', {
          rateLimit: rerunLimit,
          asOwner: 'the job is ordered in the same transaction',
        }),
      )
      .handler(
        async ({ context: { tx, zone, actor }, input: { zoneId, scheduleId, runId: previousRunId } }) => {
          requireMailingManager(zone)
          if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
          const schedule = await findSchedule(tx, zoneId, scheduleId)
          if (!schedule) throw fail('NOT_FOUND')
          if (await hasUnfinishedRun(tx, scheduleId)) throw fail('REPORTS_WAITING')
          const { kind, format, rhythm, starts_on: startsOn } = schedule
          const timeZone = await readTimeZone(tx, zoneId, env.TIME_ZONE)
          const runSettings = previousRunId
            ? await findCreatedRun(tx, scheduleId, previousRunId)
            : { kind, format, ...lastDuePeriod({ rhythm, startsOn, timeZone }, Date.now()) }
          if (!runSettings) throw fail('NOT_FOUND')
          const newRun = { id: scheduleId, zone_id: zoneId, ...runSettings, rerunBy: actor.userId }
          const runId = await insertScheduledRun(tx, newRun)
          if (!runId) throw fail('NOT_FOUND')
          await reportQueue.add(runId, tx, SCHEDULED_PRIORITY)
          await audit(tx, 'report_mailing_changed:run_again', {
            actorId: actor.userId,
            zoneId,
            scheduleId,
            ...runSettings,
          })
          return { runId }
        },
      ),
  }
}
