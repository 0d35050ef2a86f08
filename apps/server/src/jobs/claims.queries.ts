import type pg from 'pg'

/**
 * Takes back what the queue noted by a clock of the database that ran ahead and was put right: it works again when the last time
 * it worked lies in the past, which may take as long as the clock was ahead.
 */
export async function takeBackFutureClaims(pool: pg.Pool): Promise<void> {
  await pool.query(`
    update pgboss.version set cron_on = least(cron_on, now()), flow_on = least(flow_on, now())
    where greatest(cron_on, flow_on) > now() + interval '1 minute'`)
  await pool.query(`
    update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
      maintain_on = least(maintain_on, now())
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute'`)
}
