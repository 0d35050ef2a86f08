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
  metadata: { hazardId?: string; broadcastId?: string; urgent?: boolean }
  zone_id: string | null
  is_read: boolean
  unread: number
  email: string | null
}

/** Carries out one order of alerts; false when none is left. */
export async function workOffOrder(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select work_off_alert_order() as done`.execute(tx)
  return rows[0]?.done ?? false
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
    select t.*, a.user_id, a.type, a.title, a.description, a.metadata, a.zone_id, a.is_read,
      (select count(*) from user_alerts n where n.user_id = a.user_id and not n.is_read) as unread,
      (select m.email from auth.users m where m.id = a.user_id and m.email_verified) as email
    from taken t join user_alerts a on a.id = t.alert_id`.execute(tx)
  return rows
}

export type Outcome =
  | { readonly state: 'sent' | 'skipped' }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'waiting'; readonly problem: string; readonly againMs: number }

/** Writes down how a try ended. What was pushed is noted at its broadcast. */
export async function settleDelivery(
  tx: Tx,
  { alert_id, channel, user_id, metadata }: Delivery,
  outcome: Outcome,
): Promise<void> {
  const problem = 'problem' in outcome ? outcome.problem.slice(0, 300) : null
  const againMs = outcome.state === 'waiting' ? outcome.againMs : 0
  await sql`
    update alert_deliveries set state = ${outcome.state}, problem = ${problem}, taken_until = null,
      next_try_at = now() + ${againMs}::float8 * interval '1 ms',
      sent_at = case when ${outcome.state} = 'sent' then now() end
    where alert_id = ${alert_id} and channel = ${channel}`.execute(tx)
  if (channel === 'push' && outcome.state === 'sent' && metadata.broadcastId)
    await sql`
      update broadcast_recipients set state = 'pushed', changed_at = now()
      where broadcast_id = ${metadata.broadcastId} and user_id = ${user_id} and state = 'delivered'`.execute(
      tx,
    )
}
