import { id, instant } from '@muster/contract/ids.ts'
import { lastDuePeriod, nextDueAt, type ReportRhythm } from '@muster/domain/report-period.ts'
import { z } from 'zod'
import type { Tx } from '../../../db/database.ts'
import { personNames } from '../../../db/person-names.ts'
import type { Platform } from '../../../platform/platform.ts'
import { api, inZone } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { createPage, places } from '../../../rpc/paging.ts'
import { readOwnLanguage } from '../../../rpc/reading-language.queries.ts'
import { appendSecurityEvent } from '../../security/index.ts'
import { scheduledFirst } from './begin-due-schedules.ts'
import { listMailed } from './deliveries.queries.ts'
import { requireKeeper } from './report-mailing.policy.ts'
import { mailedView, recipientView, scheduleView } from './report-mailing.view.ts'
import { addRecipient, listRecipients, removeRecipient } from './report-recipients.queries.ts'
import {
  deleteSchedule,
  findCreated,
  findSchedule,
  insertSchedule,
  insertScheduledRun,
  isRunning,
  listSchedules,
  readTimeZone,
  updateSchedule,
} from './report-schedules.queries.ts'

/** Limits changes per person, because each leads to emails. */
const changes = { name: 'report-mailing', points: 120, seconds: 3_600 }
/** Limits reruns, because each sends an email to every recipient. */
const reruns = { name: 'report-reruns', points: 6, seconds: 3_600 }
const placesOfRuns = places('mailed-reports', z.object({ at: instant, id }))

/** Procedures for a zone's report recipients, its schedules, and the outcome of their emails. */
export function reportMailingProcedures({ env, reportQueue }: Pick<Platform, 'env' | 'reportQueue'>) {
  const seeing = inZone('view_report_emails')
  const changing = inZone('view_report_emails', { rateLimit: changes })
  const findNextRun = async (
    tx: Tx,
    zoneId: string,
    plan: { rhythm: ReportRhythm; startsOn: string | null },
  ) => {
    const timeZone = await readTimeZone(tx, zoneId, env.TIME_ZONE)
    return new Date(nextDueAt({ ...plan, timeZone }, Date.now()))
  }

  return {
    recipients: api.reportMailing.recipients.use(seeing).handler(async ({ context: { tx, zone } }) => {
      const rows = await listRecipients(tx, zone.id)
      const names = await personNames(
        tx,
        rows.map(it => it.added_by),
      )
      return { recipients: rows.map(row => recipientView(row, names)) }
    }),

    addRecipient: api.reportMailing.addRecipient
      .use(changing)
      .handler(async ({ context: { tx, zone, actor }, input: { email, name } }) => {
        requireKeeper(zone)
        const added = await addRecipient(tx, {
          zoneId: zone.id,
          email: email.toLowerCase(),
          name,
          addedBy: actor.userId,
        })
        if (!added) throw fail('RECIPIENTS_FULL')
        if (added.isNew)
          await note(tx, actor.userId, 'An address was added to the reports of a zone.', {
            zoneId: zone.id,
            email: added.row.email,
          })
        return recipientView(added.row, await personNames(tx, [added.row.added_by]))
      }),

    removeRecipient: api.reportMailing.removeRecipient
      .use(changing)
      .handler(async ({ context: { tx, zone, actor }, input: { recipientId } }) => {
        requireKeeper(zone)
        const email = await removeRecipient(tx, zone.id, recipientId)
        if (email === undefined) throw fail('NOT_FOUND')
        await note(tx, actor.userId, 'An address was taken off the reports of a zone.', {
          zoneId: zone.id,
          email,
        })
        return { removed: true as const }
      }),

    schedules: api.reportMailing.schedules.use(seeing).handler(async ({ context: { tx, zone } }) => {
      const rows = await listSchedules(tx, zone.id)
      const names = await personNames(
        tx,
        rows.map(it => it.created_by),
      )
      const timeZone = await readTimeZone(tx, zone.id, env.TIME_ZONE)
      return { timeZone, schedules: rows.map(row => scheduleView(row, names)) }
    }),

    createSchedule: api.reportMailing.createSchedule
      .use(changing)
      .handler(async ({ context: { tx, zone, actor }, input: { zoneId, requestId, ...plan } }) => {
        requireKeeper(zone)
        const nextRunAt = await findNextRun(tx, zoneId, plan)
        const schedule = await insertSchedule(tx, {
          ...plan,
          zoneId,
          requestId,
          nextRunAt,
          createdBy: actor.userId,
        })
        if (!schedule) throw fail('SCHEDULES_FULL')
        if (schedule.isNew)
          await note(tx, actor.userId, 'A scheduled report of a zone was added.', { zoneId, ...plan })
        return scheduleView(schedule.row, await personNames(tx, [schedule.row.created_by]))
      }),

    updateSchedule: api.reportMailing.updateSchedule
      .use(changing)
      .handler(async ({ context: { tx, zone, actor }, input: { zoneId, scheduleId, ...plan } }) => {
        requireKeeper(zone)
        const nextRunAt = await findNextRun(tx, zoneId, plan)
        const row = await updateSchedule(tx, zoneId, scheduleId, { ...plan, nextRunAt })
        if (!row) throw fail('NOT_FOUND')
        await note(tx, actor.userId, 'A scheduled report of a zone was changed.', {
          zoneId,
          scheduleId,
          ...plan,
        })
        return scheduleView(row, await personNames(tx, [row.created_by]))
      }),

    removeSchedule: api.reportMailing.removeSchedule
      .use(changing)
      .handler(async ({ context: { tx, zone, actor }, input: { zoneId, scheduleId } }) => {
        requireKeeper(zone)
        if (!(await deleteSchedule(tx, zoneId, scheduleId))) throw fail('NOT_FOUND')
        await note(tx, actor.userId, 'A scheduled report of a zone was removed.', { zoneId, scheduleId })
        return { removed: true as const }
      }),

    runs: api.reportMailing.runs
      .use(seeing)
      .handler(async ({ context: { tx, zone }, input: { cursor, limit } }) => {
        const after = placesOfRuns.read(cursor)
        const rows = await listMailed(tx, zone.id, { after, limit: limit + 1 })
        const names = await personNames(
          tx,
          rows.map(it => it.rerun_by),
        )
        const language = await readOwnLanguage(tx)
        return createPage(
          rows,
          limit,
          row => mailedView(row, names, language),
          row => placesOfRuns.write({ at: row.asked_at, id: row.id }),
        )
      }),

    rerun: api.reportMailing.rerun
      .use(
        inZone('view_report_emails', {
          rateLimit: reruns,
          asOwner: 'the job is ordered in the same transaction',
        }),
      )
      .handler(async ({ context: { tx, zone, actor }, input: { zoneId, scheduleId, runId: again } }) => {
        requireKeeper(zone)
        if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
        const schedule = await findSchedule(tx, zoneId, scheduleId)
        if (!schedule) throw fail('NOT_FOUND')
        if (await isRunning(tx, scheduleId)) throw fail('REPORTS_WAITING')
        const { kind, format, rhythm, starts_on: startsOn } = schedule
        const timeZone = await readTimeZone(tx, zoneId, env.TIME_ZONE)
        const what = again
          ? await findCreated(tx, scheduleId, again)
          : { kind, format, ...lastDuePeriod({ rhythm, startsOn, timeZone }, Date.now()) }
        if (!what) throw fail('NOT_FOUND')
        const its = { id: scheduleId, zone_id: zoneId, ...what, rerunBy: actor.userId }
        const runId = await insertScheduledRun(tx, its)
        if (!runId) throw fail('NOT_FOUND')
        await reportQueue.add(runId, tx, scheduledFirst)
        await note(tx, actor.userId, 'A scheduled report of a zone was run again.', {
          zoneId,
          scheduleId,
          ...what,
        })
        return { runId }
      }),
  }
}

/** Logs changes to the recipients of reports, which contain personal data. */
function note(tx: Tx, actorId: string, description: string, metadata: Record<string, unknown>) {
  return appendSecurityEvent(tx, {
    type: 'report_mailing_changed',
    description,
    actorId,
    affectedUserId: null,
    severity: 'info',
    metadata,
  })
}
