import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Something that is to go to a person outside of the app. */
export type Delivery = {
  alert_id: string
  channel: 'push' | 'mail'
  attempts: number
  user_id: string
  type: string
  title: string
  description: string
  metadata: {
    hazardId?: string
    broadcastId?: string
    answerTo?: string
    personId?: string
    urgent?: boolean
  }
  zone_id: string | null
  /** Not kept as read from the beginning, where the person wants this type outside of the inbox alone. */
  was_read: boolean
  unread: number
  email: string | null
}

/** Carries out one order of alerts; false when none is left. */
export async function workOffOrder(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select work_off_alert_order() as done`.execute(tx)
  return rows[0]?.done ?? false
}

/** Gives up all mails that wait, where none can be sent. */
export async function skipMails(tx: Tx): Promise<void> {
  await sql`
    update alert_deliveries set state = 'skipped', taken_until = null
    where state = 'waiting' and channel = 'mail'`.execute(tx)
}

/**
 * Takes so many deliveries that are due and that no node is at, for a minute. What a node that died had taken comes back after it.
 * Index: alert_deliveries_waiting.
 */
export async function takeDeliveries(tx: Tx, most: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with taken as (
      update alert_deliveries d set attempts = d.attempts + 1, taken_until = now() + interval '1 minute'
      from (select alert_id, channel from alert_deliveries
        where state = 'waiting' and next_try_at <= now() and (taken_until is null or taken_until < now())
        order by next_try_at limit ${most} for update skip locked) due
      where d.alert_id = due.alert_id and d.channel = due.channel
      returning d.alert_id, d.channel, d.attempts)
    select t.*, a.user_id, a.type, a.title, a.description, a.metadata, a.zone_id,
      a.is_read and a.updated_at > a.created_at as was_read,
      (select count(*) from user_alerts n where n.user_id = a.user_id and not n.is_read) as unread,
      (select m.email from auth.users m where m.id = a.user_id and m.email_verified) as email
    from taken t join user_alerts a on a.id = t.alert_id`.execute(tx)
  return rows
}

export type Outcome =
  | { readonly state: 'sent' | 'skipped' }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'waiting'; readonly problem: string; readonly againMs: number }

export type Settled = { readonly delivery: Delivery; readonly outcome: Outcome }

/** Writes down how tries ended, in one statement for each table. What was pushed is noted at its broadcast. */
export async function settleDeliveries(tx: Tx, settled: readonly Settled[]): Promise<void> {
  const rows = settled.map(({ delivery: { alert_id, channel }, outcome }) => ({
    alert_id,
    channel,
    state: outcome.state,
    problem: 'problem' in outcome ? outcome.problem.slice(0, 300) : null,
    again_ms: outcome.state === 'waiting' ? outcome.againMs : 0,
  }))
  await sql`
    update alert_deliveries d set state = it.state, problem = it.problem, taken_until = null,
      next_try_at = now() + it.again_ms * interval '1 ms', sent_at = case when it.state = 'sent' then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as it (alert_id uuid, channel text, state text, problem text, again_ms float8)
    where d.alert_id = it.alert_id and d.channel = it.channel`.execute(tx)
  const pushed = settled.flatMap(({ delivery, outcome }) => {
    const { broadcastId } = delivery.metadata
    const isPushed = delivery.channel === 'push' && outcome.state === 'sent' && broadcastId
    return isPushed ? [{ broadcast_id: broadcastId, user_id: delivery.user_id }] : []
  })
  if (pushed.length > 0)
    await sql`
      update broadcast_recipients r set state = 'pushed', changed_at = now()
      from jsonb_to_recordset(${JSON.stringify(pushed)}::jsonb) as it (broadcast_id uuid, user_id uuid)
      where r.broadcast_id = it.broadcast_id and r.user_id = it.user_id and r.state = 'delivered'`.execute(tx)
}
