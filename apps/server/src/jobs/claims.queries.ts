import type pg from 'pg'
import { deliveryQueue } from './webhook-queue.ts'

/**
 * Takes back what the queue noted by a clock of the database that ran ahead and was put right: it works again when the last time
 * it worked lies in the past, which may take as long as the clock was ahead. A job that waits does so for what was meant when it was
 * made or last failed, one whose node died is missed as soon as others, and the runs of the hour that comes again are not thought made.
 */
export async function takeBackFutureClaims(pool: pg.Pool): Promise<void> {
  await pool.query(`
    update pgboss.version set cron_on = least(cron_on, now()), flow_on = least(flow_on, now())
    where greatest(cron_on, flow_on) > now() + interval '1 minute'`)
  await pool.query(`
    update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
      maintain_on = least(maintain_on, now())
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute'`)
  // A delivery says in its row as well when it is tried, and its job was ordered when that was written.
  await pool.query(
    `with ahead as materialized (
      select name, id, start_after, greatest(created_on, started_on, now()) - now() as by,
        case when name = $1 then (data ->> 'id')::uuid end as delivery
      from pgboss.job
      where state < 'completed' and greatest(created_on, started_on, heartbeat_on) > now() + interval '1 minute'
      for update skip locked
    ), deliveries as (
      update webhook_deliveries d set next_try_at = next_try_at - ahead.by
      from ahead
      where d.id = ahead.delivery and d.state = 'waiting'
        and d.next_try_at between ahead.start_after - interval '1 second' and ahead.start_after + interval '1 second'
    )
    update pgboss.job j set
      start_after = case when state < 'active' then j.start_after - ahead.by else j.start_after end,
      created_on = least(created_on, now()),
      started_on = case when started_on > now() then now() else started_on end,
      heartbeat_on = case when heartbeat_on > now() then now() else heartbeat_on end
    from ahead
    where j.name = ahead.name and j.id = ahead.id`,
    [deliveryQueue],
  )
  await pool.query(`
    update pgboss.job set singleton_on = null where singleton_on > (now() + interval '1 minute') at time zone 'UTC'`)
}
