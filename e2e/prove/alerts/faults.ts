/** A metric over time, a value a minute in Prometheus' notation: `0+5x60` grows by 5 for an hour. */
export type Series = { readonly series: string; readonly values: string }

export type Fault = {
  readonly name: string
  /** The metrics under the fault. They replace those of the healthy node. */
  readonly series: readonly Series[]
  /** All rules that fire half an hour after the fault began. */
  readonly fires: readonly string[]
}

const node = 'job="muster", instance="one:9280"'
/** The time that promtool gives to the first sample is 1970, so these are times in seconds since then. */
const minutes = 120
const steady = (value: number) => `${value}x${minutes}`

/** A healthy node for two hours: no rule may fire. The times of successes advance with the clock. */
export const healthyNode: readonly Series[] = [
  { series: `up{${node}}`, values: steady(1) },
  { series: `muster_database_up{${node}}`, values: steady(1) },
  { series: `muster_database_storing{${node}}`, values: steady(1) },
  { series: `muster_database_connections{${node}}`, values: steady(24) },
  { series: `muster_database_connections_max{${node}}`, values: steady(100) },
  { series: `muster_database_pool_waiting{${node}, pool="requests"}`, values: steady(0) },
  { series: `muster_disk_free_bytes{${node}}`, values: steady(40 * 1024 ** 3) },
  { series: `muster_disk_writable{${node}}`, values: steady(1) },
  { series: `muster_feed_following{${node}}`, values: steady(1) },
  { series: `muster_feed_lag_seconds{${node}}`, values: '0.1 0.5'.concat(` 0.3x${minutes}`) },
  { series: `muster_sockets{${node}}`, values: steady(500) },
  { series: `muster_sockets_max{${node}}`, values: steady(20_000) },
  { series: `muster_deliveries_overdue_seconds{${node}, kind="push"}`, values: steady(1) },
  { series: `muster_deliveries_overdue_seconds{${node}, kind="webhook"}`, values: steady(0) },
  { series: `muster_deliveries_retrying{${node}, kind="mail"}`, values: steady(0) },
  // An external receiver that is down is not a fault of the installation.
  { series: `muster_deliveries_retrying{${node}, kind="webhook"}`, values: steady(7) },
  { series: `muster_mail_given_up{${node}}`, values: steady(0) },
  { series: `muster_jobs{${node}, name="release-broadcasts", state="retry"}`, values: steady(0) },
  // A job that failed hours ago and has succeeded since.
  { series: `muster_jobs{${node}, name="release-broadcasts", state="failed"}`, values: steady(1) },
  { series: `muster_jobs_overdue_seconds{${node}}`, values: steady(2) },
  {
    series: `muster_job_last_success_timestamp_seconds{${node}, name="webhooks"}`,
    values: `0+60x${minutes}`,
  },
  // A nightly job.
  { series: `muster_job_last_success_timestamp_seconds{${node}, name="expired-rows"}`, values: steady(0) },
  { series: `muster_backup_last_success_timestamp_seconds{${node}}`, values: steady(0) },
  { series: `muster_checks_total{${node}, outcome="failed"}`, values: steady(0) },
  { series: `muster_metrics_read{${node}, part="database"}`, values: steady(1) },
  { series: `muster_metrics_read{${node}, part="jobs"}`, values: steady(1) },
  { series: `nodejs_eventloop_lag_p99_seconds{${node}}`, values: steady(0.02) },
  { series: `http_requests_total{${node}, route="zones.mine", status="2xx"}`, values: `0+600x${minutes}` },
  { series: `http_requests_total{${node}, route="zones.mine", status="4xx"}`, values: `0+60x${minutes}` },
  { series: `http_requests_total{${node}, route="zones.mine", status="5xx"}`, values: `0+1x${minutes}` },
  {
    series: `http_request_duration_seconds_bucket{${node}, route="zones.mine", le="2"}`,
    values: `0+600x${minutes}`,
  },
  {
    series: `http_request_duration_seconds_bucket{${node}, route="zones.mine", le="10"}`,
    values: `0+600x${minutes}`,
  },
  {
    series: `http_request_duration_seconds_bucket{${node}, route="zones.mine", le="+Inf"}`,
    values: `0+600x${minutes}`,
  },
  // Large downloads take long, which is not a fault.
  {
    series: `http_request_duration_seconds_bucket{${node}, route="/files/*", le="2"}`,
    values: `0+1x${minutes}`,
  },
  {
    series: `http_request_duration_seconds_bucket{${node}, route="/files/*", le="+Inf"}`,
    values: `0+90x${minutes}`,
  },
]

/** Good for the first hour, then another value. */
const fallsTo = (good: number, bad: number) => `${good}x59 ${bad}x60`
/** Missing from the second hour on, like metrics that could not be read. */
const endsAt = (good: string) => `${good} _x60`

export const faults: readonly Fault[] = [
  {
    name: 'the process is gone',
    series: [{ series: `up{${node}}`, values: fallsTo(1, 0) }],
    fires: ['MusterDown'],
  },
  {
    name: 'the database is away',
    series: [
      { series: `muster_database_up{${node}}`, values: fallsTo(1, 0) },
      { series: `muster_database_storing{${node}}`, values: fallsTo(1, 0) },
      { series: `muster_feed_following{${node}}`, values: fallsTo(1, 0) },
      { series: `muster_feed_lag_seconds{${node}}`, values: endsAt('0.3x59') },
      { series: `muster_metrics_read{${node}, part="database"}`, values: fallsTo(1, 0) },
      { series: `muster_metrics_read{${node}, part="jobs"}`, values: fallsTo(1, 0) },
      {
        series: `muster_job_last_success_timestamp_seconds{${node}, name="webhooks"}`,
        values: endsAt('0+60x59'),
      },
      {
        series: `muster_job_last_success_timestamp_seconds{${node}, name="expired-rows"}`,
        values: endsAt('0x59'),
      },
      { series: `muster_jobs_overdue_seconds{${node}}`, values: endsAt('2x59') },
      {
        series: `http_requests_total{${node}, route="zones.mine", status="5xx"}`,
        values: '0+1x59 60+300x60',
      },
    ],
    fires: ['MusterDatabaseDown', 'MusterFeedNotFollowed', 'MusterServerErrors'],
  },
  {
    name: 'the disk of the database is full',
    series: [{ series: `muster_database_storing{${node}}`, values: fallsTo(1, 0) }],
    fires: ['MusterNotStoring'],
  },
  {
    name: 'the disk of DATA_DIR is full',
    series: [{ series: `muster_disk_free_bytes{${node}}`, values: fallsTo(40 * 1024 ** 3, 100 * 1024 ** 2) }],
    fires: ['MusterDiskFull', 'MusterDiskLow'],
  },
  {
    name: 'the disk of DATA_DIR is mounted read-only',
    series: [{ series: `muster_disk_writable{${node}}`, values: fallsTo(1, 0) }],
    fires: ['MusterDiskFull'],
  },
  {
    name: 'the disk of DATA_DIR fills up',
    series: [{ series: `muster_disk_free_bytes{${node}}`, values: fallsTo(40 * 1024 ** 3, 1024 ** 3) }],
    fires: ['MusterDiskLow'],
  },
  {
    name: 'one request in ten fails',
    series: [
      { series: `http_requests_total{${node}, route="zones.mine", status="5xx"}`, values: '0+1x59 60+70x60' },
    ],
    fires: ['MusterServerErrors'],
  },
  {
    name: 'requests are slow',
    series: [
      {
        series: `http_request_duration_seconds_bucket{${node}, route="zones.mine", le="2"}`,
        values: '0+600x59 36000+400x60',
      },
    ],
    fires: ['MusterSlow'],
  },
  {
    name: 'the CPU is exhausted',
    series: [{ series: `nodejs_eventloop_lag_p99_seconds{${node}}`, values: fallsTo(0.02, 1.5) }],
    fires: ['MusterEventLoopLate'],
  },
  {
    name: 'the feed is lost',
    series: [
      { series: `muster_feed_following{${node}}`, values: fallsTo(1, 0) },
      { series: `muster_feed_lag_seconds{${node}}`, values: endsAt('0.3x59') },
    ],
    fires: ['MusterFeedNotFollowed'],
  },
  {
    name: 'an open transaction delays the feed',
    series: [{ series: `muster_feed_lag_seconds{${node}}`, values: '0.3x59 60+60x60' }],
    fires: ['MusterFeedLate'],
  },
  {
    name: 'pushes pile up',
    series: [{ series: `muster_deliveries_overdue_seconds{${node}, kind="push"}`, values: '1x59 60+60x60' }],
    fires: ['MusterDeliveriesLate'],
  },
  {
    name: 'the mail server is dead',
    series: [{ series: `muster_deliveries_retrying{${node}, kind="mail"}`, values: fallsTo(0, 3) }],
    fires: ['MusterMailFails'],
  },
  {
    name: 'the mail server stays dead',
    series: [
      { series: `muster_deliveries_retrying{${node}, kind="mail"}`, values: fallsTo(0, 3) },
      { series: `muster_mail_given_up{${node}}`, values: fallsTo(0, 2) },
    ],
    fires: ['MusterMailFails', 'MusterMailGivenUp'],
  },
  {
    name: 'a job is tried again and again',
    series: [
      { series: `muster_jobs{${node}, name="release-broadcasts", state="retry"}`, values: fallsTo(0, 1) },
    ],
    fires: ['MusterJobFails'],
  },
  {
    name: 'a job without retries fails',
    series: [
      { series: `muster_jobs{${node}, name="release-broadcasts", state="failed"}`, values: '1x59 2+1x60' },
    ],
    fires: ['MusterJobFails'],
  },
  {
    name: 'no job runs any more',
    series: [
      {
        series: `muster_job_last_success_timestamp_seconds{${node}, name="webhooks"}`,
        values: `0+60x59 ${59 * 60}x60`,
      },
    ],
    fires: ['MusterJobsStopped'],
  },
  {
    name: 'a job waits without end',
    series: [{ series: `muster_jobs_overdue_seconds{${node}}`, values: '2x59 60+60x60' }],
    fires: ['MusterJobsStopped'],
  },
  {
    name: 'the last backup is three days old',
    series: [
      {
        series: `muster_backup_last_success_timestamp_seconds{${node}}`,
        values: steady(-3 * 86_400),
      },
    ],
    fires: ['MusterBackupTooOld'],
  },
  {
    name: 'the pool is exhausted',
    series: [{ series: `muster_database_pool_waiting{${node}, pool="requests"}`, values: fallsTo(0, 12) }],
    fires: ['MusterPoolExhausted'],
  },
  {
    name: 'the database server has hardly a connection left',
    series: [{ series: `muster_database_connections{${node}}`, values: fallsTo(24, 96) }],
    fires: ['MusterConnectionsNearLimit'],
  },
  {
    name: 'more screens are open than a node serves',
    series: [{ series: `muster_sockets{${node}}`, values: fallsTo(500, 19_000) }],
    fires: ['MusterSocketsNearLimit'],
  },
  {
    name: 'checks cannot be written',
    series: [{ series: `muster_checks_total{${node}, outcome="failed"}`, values: '0x59 1+1x60' }],
    fires: ['MusterChecksFail'],
  },
  {
    name: 'the queue is too large to be read',
    series: [{ series: `muster_metrics_read{${node}, part="jobs"}`, values: fallsTo(1, 0) }],
    fires: ['MusterFiguresMissing'],
  },
]
