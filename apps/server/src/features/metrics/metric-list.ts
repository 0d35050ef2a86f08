import { readingDoors } from '../presence/index.ts'

export type MetricDefinition = {
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
  /** The labels with their values, which are few and never name a person, zone or address. */
  readonly labels?: Readonly<Record<string, readonly string[] | string>>
  /** `node`: each node's own. `installation`: every node reports the same, so use `max` over the nodes, not `sum`. */
  readonly of: 'node' | 'installation'
  readonly buckets?: readonly number[]
}

export const deliveryKinds = ['push', 'mail', 'webhook'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]
export const jobStates = ['created', 'retry', 'active', 'failed'] as const
/** The parts of the figures that are read from outside the process, and may fail on their own. */
export const metricParts = ['database', 'jobs', 'deliveries', 'disk', 'backup'] as const
export type MetricPart = (typeof metricParts)[number]

const perPool = { pool: ['requests', 'owner'] }
const perKind = { kind: deliveryKinds }
const perJob = { name: 'each job and queue' }

/**
 * Every metric of Muster, besides those of the process and Node.js (`process_*`, `nodejs_*`). `docs/metrics.md` is generated from
 * this list, and a test compares the alert rules with it.
 */
export const metricList = {
  http_requests_total: {
    type: 'counter',
    help: 'Requests answered.',
    labels: { route: 'procedure or route template', status: ['1xx', '2xx', '3xx', '4xx', '5xx'] },
    of: 'node',
  },
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the headers of a request to the end of its response.',
    labels: { route: 'procedure or route template' },
    of: 'node',
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  },
  muster_build_info: {
    type: 'gauge',
    help: 'Always 1, with the running version.',
    labels: { version: 'version of Muster', node: 'version of Node.js' },
    of: 'node',
  },
  muster_metrics_read: {
    type: 'gauge',
    help: '1 if this part of the figures could be read, 0 if its metrics are missing.',
    labels: { part: metricParts },
    of: 'node',
  },
  muster_database_up: {
    type: 'gauge',
    help: '1 if the database answered within a second and a half.',
    of: 'node',
  },
  muster_database_answer_seconds: { type: 'gauge', help: 'Time the database took to answer.', of: 'node' },
  muster_database_info: {
    type: 'gauge',
    help: 'Always 1, with the kind and version of the database.',
    labels: { kind: ['embedded', 'own'], version: 'version of PostgreSQL' },
    of: 'installation',
  },
  muster_database_storing: {
    type: 'gauge',
    help: '1 unless the database refused a write within the last minute, or is read-only.',
    of: 'node',
  },
  muster_database_connections: {
    type: 'gauge',
    help: 'Open connections to the database server, from all programs.',
    of: 'installation',
  },
  muster_database_connections_max: {
    type: 'gauge',
    help: 'Maximum connections of the database server.',
    of: 'installation',
  },
  muster_database_pool_connections: {
    type: 'gauge',
    help: 'Connections of a pool.',
    labels: { ...perPool, state: ['in_use', 'idle'] },
    of: 'node',
  },
  muster_database_pool_connections_max: {
    type: 'gauge',
    help: 'Maximum connections of a pool (DATABASE_POOL).',
    labels: perPool,
    of: 'node',
  },
  muster_database_pool_waiting: {
    type: 'gauge',
    help: 'Callers that wait for a connection from a pool.',
    labels: perPool,
    of: 'node',
  },
  muster_feed_following: {
    type: 'gauge',
    help: '1 while this node follows the feed; otherwise its screens are not live.',
    of: 'node',
  },
  muster_feed_lag_seconds: {
    type: 'gauge',
    help: 'Lag of deliveries to screens; missing while the feed is not followed.',
    of: 'node',
  },
  muster_sockets: { type: 'gauge', help: 'Open sockets of screens.', of: 'node' },
  muster_sockets_max: { type: 'gauge', help: 'Maximum sockets of screens.', of: 'node' },
  muster_socket_events_total: {
    type: 'counter',
    help: 'Events sent to sockets, counted once for each socket.',
    of: 'node',
  },
  muster_sockets_closed_slow_total: {
    type: 'counter',
    help: 'Sockets closed because they read too slowly.',
    of: 'node',
  },
  muster_readings_total: {
    type: 'counter',
    help: 'Position readings received. A reading recorded in no zone counts as refused.',
    labels: { door: readingDoors, outcome: ['accepted', 'refused'] },
    of: 'node',
  },
  muster_checks_total: {
    type: 'counter',
    help: 'Checks written: one for each reading and zone.',
    labels: { outcome: ['recorded', 'repeated', 'refused', 'failed'] },
    of: 'node',
  },
  muster_checks_waiting: { type: 'gauge', help: 'Checks that wait to be written.', of: 'node' },
  muster_deliveries_waiting: {
    type: 'gauge',
    help: 'Deliveries not sent yet, counted up to 10,000. Mail includes the mail queue.',
    labels: perKind,
    of: 'installation',
  },
  muster_deliveries_retrying: {
    type: 'gauge',
    help: 'Waiting deliveries that have failed at least once, counted up to 10,000.',
    labels: perKind,
    of: 'installation',
  },
  muster_deliveries_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'Age of the oldest waiting delivery; 0 if none waits.',
    labels: perKind,
    of: 'installation',
  },
  muster_deliveries_overdue_seconds: {
    type: 'gauge',
    help: 'Time by which the most overdue delivery is late; 0 if none is due.',
    labels: perKind,
    of: 'installation',
  },
  muster_mail_smtp: {
    type: 'gauge',
    help: '1 if mail goes to a mail server (SMTP_URL), 0 if it is written to files.',
    of: 'node',
  },
  muster_mail_given_up: {
    type: 'gauge',
    help: 'Mails given up in the last hour, after an hour of attempts.',
    of: 'installation',
  },
  muster_jobs: {
    type: 'gauge',
    help: 'Jobs in the queue. Failed ones stay for an hour or a day.',
    labels: { ...perJob, state: jobStates },
    of: 'installation',
  },
  muster_jobs_overdue_seconds: {
    type: 'gauge',
    help: 'Time by which the oldest due job is late; 0 if none is due.',
    of: 'installation',
  },
  muster_job_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a job last succeeded; missing if its record has expired (after an hour or a day).',
    labels: perJob,
    of: 'installation',
  },
  muster_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space on the disk of DATA_DIR, for the account Muster runs under.',
    of: 'node',
  },
  muster_disk_size_bytes: { type: 'gauge', help: 'Size of the disk of DATA_DIR.', of: 'node' },
  muster_disk_writable: { type: 'gauge', help: '1 if a file could be written to DATA_DIR.', of: 'node' },
  muster_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When the last good backup was taken; 0 if there is none.',
    of: 'node',
  },
  muster_backup_size_bytes: {
    type: 'gauge',
    help: 'Size of the last good backup; 0 if there is none.',
    of: 'node',
  },
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof metricList
