import type { Database } from '../../db/database.ts'
import type { FeedHub } from '../../live/hub.ts'
import type { FeedReader } from '../../live/reader.ts'
import { type Presence, readingDoors } from '../presence/index.ts'
import { type DeliveryFigures, deliveryKinds, type QueueFigures } from './figures.queries.ts'
import type { Figures } from './read-figures.ts'

/** The parts of this node that the metrics read. */
export type NodeParts = {
  readonly version: string
  readonly isEmbedded: boolean
  readonly hasSmtp: boolean
  readonly db: Pick<Database, 'readPools' | 'storing'>
  readonly reader: Pick<FeedReader, 'state' | 'behindMs'>
  readonly hub: Pick<FeedHub, 'metrics' | 'limits'>
  readonly presence: {
    readonly readings: Presence['readings']
    readonly writer: Pick<Presence['writer'], 'stats'>
  }
  /** The names of the scheduled jobs, which are reported even while the queue holds none of them. */
  readonly jobNames: readonly string[]
}

/** The current value of a metric, with its labels. */
type Sample = readonly [value: number, labels: Readonly<Record<string, string>>]

export type MetricDefinition = {
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
  /** The labels with their values, which are few and never name a person, zone or address. */
  readonly labels?: Readonly<Record<string, readonly string[] | string>>
  /** `node`: each node's own. `installation`: every node reports the same, so use `max` over the nodes, not `sum`. */
  readonly of: 'node' | 'installation'
  readonly buckets?: readonly number[]
  /**
   * Returns the current values, or nothing if they could not be read; the metric is then left out, so that no alert relies on it.
   * Request metrics have no `read`: they are counted as they happen.
   */
  readonly read?: (it: NodeParts & Figures) => number | null | undefined | readonly Sample[]
}

const checkOutcomes = ['recorded', 'repeated', 'refused', 'failed'] as const
const jobStates = ['created', 'retry', 'active', 'failed'] as const
/** The parts of the figures that are read from outside the process, and may fail on their own. */
const metricParts = ['database', 'jobs', 'deliveries', 'disk', 'backup'] as const

const isMailQueue = ({ name }: Pick<QueueFigures, 'name'>) => name === 'mail'
/** Mails that were given up become jobs of this queue, where they stay for an hour. */
const mailGivenUpQueue = 'mail-given-up'
const noDeliveries = { waiting: 0, retrying: 0, oldestWaitingSeconds: 0, overdueSeconds: 0 }
const noJobs = { total: 0, created: 0, retry: 0, active: 0, failed: 0, succeededAt: null }
const emptyQueue = { ...noJobs, oldestWaitingSeconds: 0, overdueSeconds: 0 }

/** The waiting deliveries by kind. Mails other than alerts wait in a job queue and count as mail too. */
function sampleDeliveries(
  { deliveries, jobs }: Figures,
  measure: (rows: Omit<DeliveryFigures, 'kind'>, queue: Omit<QueueFigures, 'name'>) => number,
): Sample[] {
  const kinds = deliveries ? deliveryKinds.filter(kind => kind !== 'mail' || jobs) : []
  return kinds.map(kind => {
    const rows = deliveries?.find(it => it.kind === kind) ?? noDeliveries
    const queue = kind === 'mail' ? jobs?.find(isMailQueue) : undefined
    return [measure(rows, queue ?? emptyQueue), { kind }]
  })
}

function listQueues({ jobNames, jobs }: NodeParts & Figures): readonly QueueFigures[] {
  if (!jobs) return []
  const queues = new Map<string, QueueFigures>(jobNames.map(name => [name, { name, ...emptyQueue }]))
  for (const queue of jobs) queues.set(queue.name, queue)
  return [...queues.values()]
}

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
    read: ({ version }) => [[1, { version, node: process.versions.node }]],
  },
  muster_metrics_read: {
    type: 'gauge',
    help: '1 if this part of the figures could be read, 0 if its metrics are missing.',
    labels: { part: metricParts },
    of: 'node',
    read: it => metricParts.map(part => [Number(it[part] !== null), { part }]),
  },
  muster_database_up: {
    type: 'gauge',
    help: '1 if the database answered within a second and a half.',
    of: 'node',
    read: ({ database }) => Number(database !== null),
  },
  muster_database_answer_seconds: {
    type: 'gauge',
    help: 'Time the database took to answer.',
    of: 'node',
    read: ({ database }) => database && database.answerMs / 1_000,
  },
  muster_database_info: {
    type: 'gauge',
    help: 'Always 1, with the kind and version of the database.',
    labels: { kind: ['embedded', 'own'], version: 'version of PostgreSQL' },
    of: 'installation',
    read: ({ database, isEmbedded }) =>
      database && [[1, { kind: isEmbedded ? 'embedded' : 'own', version: database.version }]],
  },
  muster_database_storing: {
    type: 'gauge',
    help: '1 unless the database refused a write within the last minute, or is read-only.',
    of: 'node',
    read: ({ db, database }) => Number(db.storing.works && database !== null && !database.readsOnly),
  },
  muster_database_connections: {
    type: 'gauge',
    help: 'Open connections to the database server, from all programs.',
    of: 'installation',
    read: ({ database }) => database?.open,
  },
  muster_database_connections_max: {
    type: 'gauge',
    help: 'Maximum connections of the database server.',
    of: 'installation',
    read: ({ database }) => database?.most,
  },
  muster_database_pool_connections: {
    type: 'gauge',
    help: 'Connections of a pool.',
    labels: { ...perPool, state: ['in_use', 'idle'] },
    of: 'node',
    read: ({ db }) =>
      db.readPools().flatMap(({ pool, inUse, idle }): Sample[] => [
        [inUse, { pool, state: 'in_use' }],
        [idle, { pool, state: 'idle' }],
      ]),
  },
  muster_database_pool_connections_max: {
    type: 'gauge',
    help: 'Maximum connections of a pool (DATABASE_POOL).',
    labels: perPool,
    of: 'node',
    read: ({ db }) => db.readPools().map(({ pool, most }) => [most, { pool }]),
  },
  muster_database_pool_waiting: {
    type: 'gauge',
    help: 'Callers that wait for a connection from a pool.',
    labels: perPool,
    of: 'node',
    read: ({ db }) => db.readPools().map(({ pool, waiting }) => [waiting, { pool }]),
  },
  muster_feed_following: {
    type: 'gauge',
    help: '1 while this node follows the feed; otherwise its screens are not live.',
    of: 'node',
    read: ({ reader }) => Number(reader.state === 'following'),
  },
  muster_feed_lag_seconds: {
    type: 'gauge',
    help: 'Lag of deliveries to screens; missing while the feed is not followed.',
    of: 'node',
    read: ({ reader }) => reader.behindMs && reader.behindMs / 1_000,
  },
  muster_sockets: {
    type: 'gauge',
    help: 'Open sockets of screens.',
    of: 'node',
    read: ({ hub }) => hub.metrics.sockets,
  },
  muster_sockets_max: {
    type: 'gauge',
    help: 'Maximum sockets of screens.',
    of: 'node',
    read: ({ hub }) => hub.limits.sockets,
  },
  muster_socket_events_total: {
    type: 'counter',
    help: 'Events sent to sockets, counted once for each socket.',
    of: 'node',
    read: ({ hub }) => hub.metrics.eventsFannedOut,
  },
  muster_sockets_closed_slow_total: {
    type: 'counter',
    help: 'Sockets closed because they read too slowly.',
    of: 'node',
    read: ({ hub }) => hub.metrics.closedTooSlow,
  },
  muster_readings_total: {
    type: 'counter',
    help: 'Position readings received. A reading recorded in no zone counts as refused.',
    labels: { door: readingDoors, outcome: ['accepted', 'refused'] },
    of: 'node',
    read: ({ presence }) =>
      Object.entries(presence.readings.byDoor).flatMap(([door, { accepted, refused }]): Sample[] => [
        [accepted, { door, outcome: 'accepted' }],
        [refused, { door, outcome: 'refused' }],
      ]),
  },
  muster_checks_total: {
    type: 'counter',
    help: 'Checks written: one for each reading and zone.',
    labels: { outcome: checkOutcomes },
    of: 'node',
    read: ({ presence }) => checkOutcomes.map(outcome => [presence.writer.stats[outcome], { outcome }]),
  },
  muster_checks_waiting: {
    type: 'gauge',
    help: 'Checks that wait to be written.',
    of: 'node',
    read: ({ presence }) => presence.writer.stats.waiting,
  },
  muster_deliveries_waiting: {
    type: 'gauge',
    help: 'Deliveries not sent yet, counted up to 10,000. Mail includes the mail queue.',
    labels: perKind,
    of: 'installation',
    read: it => sampleDeliveries(it, (rows, queue) => rows.waiting + queue.created + queue.retry),
  },
  muster_deliveries_retrying: {
    type: 'gauge',
    help: 'Waiting deliveries that have failed at least once, counted up to 10,000.',
    labels: perKind,
    of: 'installation',
    read: it => sampleDeliveries(it, (rows, queue) => rows.retrying + queue.retry),
  },
  muster_deliveries_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'Age of the oldest waiting delivery; 0 if none waits.',
    labels: perKind,
    of: 'installation',
    read: it =>
      sampleDeliveries(it, (rows, queue) => Math.max(rows.oldestWaitingSeconds, queue.oldestWaitingSeconds)),
  },
  muster_deliveries_overdue_seconds: {
    type: 'gauge',
    help: 'Time by which the most overdue delivery is late; 0 if none is due.',
    labels: perKind,
    of: 'installation',
    read: it => sampleDeliveries(it, (rows, queue) => Math.max(rows.overdueSeconds, queue.overdueSeconds)),
  },
  muster_mail_smtp: {
    type: 'gauge',
    help: '1 if mail goes to a mail server (SMTP_URL), 0 if it is written to files.',
    of: 'node',
    read: ({ hasSmtp }) => Number(hasSmtp),
  },
  muster_mail_given_up: {
    type: 'gauge',
    help: 'Mails given up in the last hour, after an hour of attempts.',
    of: 'installation',
    read: ({ jobs }) => jobs && (jobs.find(it => it.name === mailGivenUpQueue)?.total ?? 0),
  },
  muster_jobs: {
    type: 'gauge',
    help: 'Jobs in the queue. Failed ones stay for an hour or a day.',
    labels: { ...perJob, state: jobStates },
    of: 'installation',
    read: it =>
      listQueues(it).flatMap(queue =>
        jobStates.map((state): Sample => [queue[state], { name: queue.name, state }]),
      ),
  },
  muster_jobs_overdue_seconds: {
    type: 'gauge',
    help: 'Time by which the oldest due job is late; 0 if none is due.',
    of: 'installation',
    read: ({ jobs }) =>
      jobs && Math.max(0, ...jobs.filter(it => !isMailQueue(it)).map(it => it.overdueSeconds)),
  },
  muster_job_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a job last succeeded; missing if its record has expired (after an hour or a day).',
    labels: perJob,
    of: 'installation',
    read: it =>
      listQueues(it).flatMap(({ name, succeededAt }): Sample[] =>
        succeededAt === null ? [] : [[succeededAt, { name }]],
      ),
  },
  muster_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space on the disk of DATA_DIR, for the account Muster runs under.',
    of: 'node',
    read: ({ disk }) => disk?.freeBytes,
  },
  muster_disk_size_bytes: {
    type: 'gauge',
    help: 'Size of the disk of DATA_DIR.',
    of: 'node',
    read: ({ disk }) => disk?.totalBytes,
  },
  muster_disk_writable: {
    type: 'gauge',
    help: '1 if a file could be written to DATA_DIR.',
    of: 'node',
    read: ({ disk }) => disk && Number(disk.writable),
  },
  muster_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When the last good backup was taken; 0 if there is none.',
    of: 'node',
    read: ({ backup }) => backup && (backup.last?.takenAt.getTime() ?? 0) / 1_000,
  },
  muster_backup_size_bytes: {
    type: 'gauge',
    help: 'Size of the last good backup; 0 if there is none.',
    of: 'node',
    read: ({ backup }) => backup && (backup.last?.bytes ?? 0),
  },
} as const satisfies Record<string, MetricDefinition>
