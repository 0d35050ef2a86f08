import type { ReportRunState } from '@muster/contract/report-runs.ts'
import type { ReportFormat, ReportKind } from '@muster/domain/report.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { many, oneOrNone, run } from '../../../db/rows.ts'
import type { MailQueue } from '../../../jobs/mail-queue.ts'
import type { PageOf } from '../../../rpc/paging.ts'
import { toStoredProblem } from '../problems.ts'

/**
 * Records the recipients of a run, each address once however often this runs, and queues the emails. Requires the database owner
 * role.
 */
export async function queueMails(tx: Tx, mailQueue: Pick<MailQueue, 'add'>, runId: string): Promise<void> {
  const rows = await many(tx)<{ id: string; email: string }>`
    insert into report_deliveries (run_id, recipient_id, email)
    select r.id, p.id, p.email from report_runs r join report_recipients p on p.zone_id = r.zone_id
    where r.id = ${runId} and p.off_at is null on conflict (run_id, email) do nothing returning id, email`
  for (const { id, email } of rows) await mailQueue.add({ kind: 'report', email, deliveryId: id }, tx)
}

export type Delivery = {
  readonly id: string
  readonly attempts: number
  readonly email: string
  readonly recipient_id: string
  readonly added_by: string | null
  readonly kind: ReportKind
  readonly format: ReportFormat
  readonly from_day: string
  readonly to_day: string
  readonly path: string | null
  readonly bytes: number
  readonly zone: string
  /** The recipient's language or, for an address without an account, the language of the zone's organisation. */
  readonly language: string
}

/**
 * Skips emails the recipient may no longer get. `busy`: another node sends it; undefined if skipped or no longer pending. Requires
 * the database owner role.
 */
export async function claimDelivery(tx: Tx, id: string): Promise<Delivery | 'busy' | undefined> {
  await run(tx)`update report_deliveries d set state = 'skipped', taken_until = null, problem = it.reason
    from (
      select w.id, case
        when w.recipient_id is null then 'The address is not on the list any more.'
        when exists (select from report_recipients p where p.id = w.recipient_id and p.off_at is not null)
          then 'The recipient took themselves off the list.'
        when z.status <> 'active' then 'The zone is not active.'
        when exists (select from user_profiles u where u.email = w.email and u.status <> 'active') then 'The account is not active.'
        end as reason
      from report_deliveries w join report_runs r on r.id = w.run_id join zones z on z.id = r.zone_id where w.id = ${id}) it
    where d.id = it.id and d.state = 'waiting' and it.reason is not null`
  const delivery = await oneOrNone(tx)<Delivery>`
    update report_deliveries d set attempts = attempts + 1, taken_until = now() + interval '2 minutes'
    from report_runs r join zones z on z.id = r.zone_id, report_recipients p
    where d.id = ${id} and d.state = 'waiting' and (d.taken_until is null or d.taken_until < now())
      and r.id = d.run_id and p.id = d.recipient_id
    returning d.id, d.attempts, d.email, d.recipient_id, r.kind, r.format, r.from_day::text as from_day, r.to_day::text as to_day,
      r.path, r.bytes, z.name as zone,
      (select nullif(trim(u.first_name || ' ' || u.last_name), '') from user_profiles u where u.id = p.added_by) as added_by,
      coalesce((select reading_language(u.id, u.language) from user_profiles u where u.email = d.email),
        (select c.language from clients c where c.id = z.client_id)) as language`
  if (delivery) return delivery
  const waitingRows = await many(tx)`select from report_deliveries where id = ${id} and state = 'waiting'`
  return waitingRows.length > 0 ? 'busy' : undefined
}

export type DeliveryOutcome = {
  readonly state: 'sent' | 'failed' | 'waiting'
  readonly problem: string | null
}

export async function finishDelivery(tx: Tx, id: string, { state, problem }: DeliveryOutcome): Promise<void> {
  await run(tx)`
    update report_deliveries set state = ${state}, problem = ${problem?.slice(0, 300) ?? null}, taken_until = null,
    sent_at = case when ${state} = 'sent' then now() end where id = ${id} and state = 'waiting'`
}

/**
 * Marks emails that have been waiting for a day as failed, because their queue entries no longer exist. Requires the database owner
 * role.
 */
export async function failLostDeliveries(tx: OwnerTx): Promise<void> {
  await run(tx)`
    update report_deliveries set state = 'failed', problem = coalesce(problem, ${toStoredProblem('tooLate')})
    where state = 'waiting' and created_at < now() - interval '1 day'`
}

export type MailedReportRow = {
  id: string
  schedule_id: string
  kind: ReportKind
  format: ReportFormat
  from_day: string
  to_day: string
  state: ReportRunState
  rerun: boolean
  rerun_by: string | null
  problem: string | null
  asked_at: string
  finished_at: string | null
  sent: number
  waiting: number
  skipped: number
  has_file: boolean
  failed: { email: string; problem: string | null }[]
}

const mailedReports =
  sql.raw(`select r.id, r.schedule_id, r.kind, r.format, r.from_day::text as from_day, r.to_day::text as to_day, r.state,
    r.rerun, r.rerun_by, r.problem, wire_time(r.asked_at) as asked_at, wire_time(r.finished_at) as finished_at,
    d.sent, d.waiting, d.skipped, d.failed, r.state = 'done' and r.path is not null and r.expires_at > now() as has_file
  from report_runs r, lateral (
    select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'skipped')::int as skipped,
      coalesce(jsonb_agg(jsonb_build_object('email', email, 'problem', problem) order by email) filter (where state = 'failed'), '[]')
        as failed
    from report_deliveries where run_id = r.id) d`)

export type MailedPosition = { readonly at: string; readonly id: string }

/** Lists the runs of a zone's schedules, newest first, after a cursor. Index: report_runs_zone. */
export const listMailedReports = (tx: Tx, zoneId: string, { after, limit }: PageOf<MailedPosition>) =>
  many(tx)<MailedReportRow>`
    ${mailedReports} where r.zone_id = ${zoneId} and r.schedule_id is not null
      ${after ? sql`and (r.asked_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.asked_at desc, r.id desc limit ${limit}`
