import type pg from 'pg'

export type ServerFigures = {
  readonly version: string
  readonly readsOnly: boolean
  readonly open: number
  readonly most: number
}

export async function readServerFigures(client: pg.ClientBase): Promise<ServerFigures> {
  const { rows } = await client.query<{ version: string; reads_only: boolean; open: number; most: number }>(`
    select current_setting('server_version') as version,
      pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads_only,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as open,
      current_setting('max_connections')::integer as most`)
  const row = rows[0]
  if (!row) throw new Error('The database did not answer.')
  // Debian adds its package to the version: "15.18 (Debian 15.18-1)".
  return {
    version: row.version.split(' ')[0] ?? '',
    readsOnly: row.reads_only,
    open: row.open,
    most: row.most,
  }
}

export type QueueFigures = {
  readonly name: string
  readonly total: number
  readonly created: number
  readonly retry: number
  readonly active: number
  readonly failed: number
  readonly oldestWaitingSeconds: number
  readonly overdueSeconds: number
  /** Seconds since 1970; null if no success is kept. */
  readonly succeededAt: number | null
}

/**
 * Reads the figures of each queue of jobs. One statement reads the whole queue, in which finished jobs stay for an hour or a day:
 * a few thousand rows (job-figures.queries.ts).
 */
export async function readQueueFigures(client: pg.ClientBase): Promise<QueueFigures[]> {
  const { rows } = await client.query<QueueFigures>(`
    select name, count(*) as total,
      count(*) filter (where state = 'created') as "created",
      count(*) filter (where state = 'retry') as "retry",
      count(*) filter (where state = 'active') as "active",
      count(*) filter (where state = 'failed') as "failed",
      coalesce(extract(epoch from now() - min(created_on) filter (where state in ('created', 'retry'))), 0)::float8
        as "oldestWaitingSeconds",
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as "overdueSeconds",
      extract(epoch from max(completed_on) filter (where state = 'completed'))::float8 as "succeededAt"
    from pgboss.job where name !~ '^__' group by name`)
  return rows
}

export const deliveryKinds = ['push', 'mail', 'webhook'] as const
export type DeliveryFigures = {
  readonly kind: (typeof deliveryKinds)[number]
  readonly waiting: number
  readonly retrying: number
  readonly oldestWaitingSeconds: number
  readonly overdueSeconds: number
}

/** At most 15,000 of each kind; due ones wait behind no later try. Indexes: alert_deliveries_waiting, webhook_deliveries_waiting. */
export async function readDeliveryFigures(client: pg.ClientBase): Promise<DeliveryFigures[]> {
  const { rows } = await client.query<DeliveryFigures>(`
    with waiting as (
      select way as kind, d.attempts, d.next_try_at, a.created_at
      from unnest(array['push', 'mail']) way,
        (values (true, true), (true, false), (false, false)) level (urgent, calls_help), lateral (
        select alert_id, attempts, next_try_at from alert_deliveries
        where state = 'waiting' and channel = way and urgent = level.urgent and calls_help = level.calls_help
        order by next_try_at limit 5000
      ) d join user_alerts a on a.id = d.alert_id
      union all
      select 'webhook', attempts, next_try_at, created_at from (
        select attempts, next_try_at, created_at from webhook_deliveries
        where state = 'waiting' order by next_try_at limit 10000
      ) hooks
    )
    select kind, count(*) as waiting, count(*) filter (where attempts > 0) as retrying,
      extract(epoch from now() - min(created_at))::float8 as "oldestWaitingSeconds",
      greatest(0, extract(epoch from now() - min(next_try_at)))::float8 as "overdueSeconds"
    from waiting group by kind`)
  return rows
}
