import type pg from 'pg'

export type JobFigures = {
  /** Figures about all jobs except emails. */
  readonly jobs: { readonly waitingMs: number; readonly failing: number; readonly lastDoneAt: Date | null }
  readonly mail: {
    readonly waitingMs: number
    readonly waiting: number
    readonly failing: number
    readonly givenUp: number
    readonly lastFailedAt: Date | null
  }
}

type Row = {
  jobs_waiting_ms: number
  jobs_failing: number
  jobs_done_at: Date | null
  mails_waiting_ms: number
  mails_waiting: number
  mails_failing: number
  mails_given_up: number
  mails_failed_at: Date | null
}

/**
 * Rejects after `ms` milliseconds, e.g. before the queue exists. Reading the whole queue is cheap: finished jobs stay a day, emails
 * an hour.
 */
export async function readJobFigures(pool: pg.Pool, ms: number): Promise<JobFigures> {
  const { rows } = await pool.query<Row>({
    text: `
      select
        extract(epoch from coalesce(now() - min(start_after) filter (where due and not mail), '0'))::float8 * 1000 as jobs_waiting_ms,
        count(*) filter (where not mail and (state = 'retry' or state = 'failed' and completed_on > now() - interval '1 day')) as jobs_failing,
        max(completed_on) filter (where not mail and state = 'completed') as jobs_done_at,
        extract(epoch from coalesce(now() - min(start_after) filter (where due and mail), '0'))::float8 * 1000 as mails_waiting_ms,
        count(*) filter (where name = 'mail' and state < 'completed') as mails_waiting,
        count(*) filter (where name = 'mail' and state = 'retry') as mails_failing,
        count(*) filter (where name = 'mail-given-up' and created_on > now() - interval '1 hour') as mails_given_up,
        max(case when name = 'mail-given-up' then created_on when state = 'retry' then started_on end)
          filter (where mail) as mails_failed_at
      from (
        select *, name in ('mail', 'mail-given-up') as mail, state in ('created', 'retry') and start_after <= now() as due
        from pgboss.job where name !~ '^__'
      ) job`,
    query_timeout: ms,
  } as pg.QueryConfig)
  const row = rows[0]
  if (!row) throw new Error('The queue did not answer.')
  return {
    jobs: {
      waitingMs: row.jobs_waiting_ms,
      failing: row.jobs_failing,
      lastDoneAt: row.jobs_done_at,
    },
    mail: {
      waitingMs: row.mails_waiting_ms,
      waiting: row.mails_waiting,
      failing: row.mails_failing,
      givenUp: row.mails_given_up,
      lastFailedAt: row.mails_failed_at,
    },
  }
}
