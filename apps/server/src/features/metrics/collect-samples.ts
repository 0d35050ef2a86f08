import type { Database } from '../../db/database.ts'
import type { FeedHub } from '../../live/hub.ts'
import type { FeedReader } from '../../live/reader.ts'
import type { Presence } from '../presence/index.ts'
import type { QueueFigures } from './figures.queries.ts'
import { deliveryKinds, jobStates, type MetricPart } from './metric-list.ts'
import type { Figures } from './read-figures.ts'
import type { Sample } from './registry.ts'

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

/** Returns the metrics that are not counted as events happen. Figures that could not be read have no samples, so no alert trusts them. */
export const collectSamples = (node: NodeParts, figures: Figures): Sample[] => [
  ['muster_build_info', 1, { version: node.version, node: process.versions.node }],
  ...sampleParts(figures),
  ...sampleDatabase(node, figures),
  ...sampleLive(node),
  ...samplePresence(node),
  ...sampleDeliveries(figures),
  ...sampleJobs(node, figures),
  ['muster_mail_smtp', Number(node.hasSmtp)],
  ...sampleDisk(figures),
]

const sampleParts = (figures: Figures): Sample[] =>
  (Object.keys(figures) as MetricPart[]).map(part => [
    'muster_metrics_read',
    Number(figures[part] !== null),
    { part },
  ])

function sampleDatabase({ db, isEmbedded }: NodeParts, { database }: Figures): Sample[] {
  const pools = db.readPools().flatMap(({ pool, inUse, idle, waiting, most }): Sample[] => [
    ['muster_database_pool_connections', inUse, { pool, state: 'in_use' }],
    ['muster_database_pool_connections', idle, { pool, state: 'idle' }],
    ['muster_database_pool_connections_max', most, { pool }],
    ['muster_database_pool_waiting', waiting, { pool }],
  ])
  const isStoring = db.storing.works && database !== null && !database.readsOnly
  const always: Sample[] = [
    ['muster_database_up', Number(database !== null)],
    ['muster_database_storing', Number(isStoring)],
    ...pools,
  ]
  if (!database) return always
  const { version, answerMs, open, most } = database
  return [
    ...always,
    ['muster_database_answer_seconds', answerMs / 1_000],
    ['muster_database_info', 1, { kind: isEmbedded ? 'embedded' : 'own', version }],
    ['muster_database_connections', open],
    ['muster_database_connections_max', most],
  ]
}

const sampleLive = ({ reader, hub }: NodeParts): Sample[] => [
  ['muster_feed_following', Number(reader.state === 'following')],
  ...(reader.behindMs === null ? [] : [['muster_feed_lag_seconds', reader.behindMs / 1_000] as const]),
  ['muster_sockets', hub.metrics.sockets],
  ['muster_sockets_max', hub.limits.sockets],
  ['muster_socket_events_total', hub.metrics.eventsFannedOut],
  ['muster_sockets_closed_slow_total', hub.metrics.closedTooSlow],
]

function samplePresence({ presence: { readings, writer } }: NodeParts): Sample[] {
  const { stats } = writer
  const outcomes = ['recorded', 'repeated', 'refused', 'failed'] as const
  return [
    ...Object.entries(readings.byDoor).flatMap(([door, { accepted, refused }]): Sample[] => [
      ['muster_readings_total', accepted, { door, outcome: 'accepted' }],
      ['muster_readings_total', refused, { door, outcome: 'refused' }],
    ]),
    ...outcomes.map((outcome): Sample => ['muster_checks_total', stats[outcome], { outcome }]),
    ['muster_checks_waiting', stats.waiting],
  ]
}

const isMailQueue = ({ name }: QueueFigures) => name === 'mail'

/** The waiting deliveries by kind. Mails other than alerts wait in a job queue and count as mail too. */
function sampleDeliveries({ deliveries, jobs }: Figures): Sample[] {
  if (!deliveries) return []
  const mailQueue = jobs?.find(isMailQueue)
  return deliveryKinds.flatMap((kind): Sample[] => {
    if (kind === 'mail' && !jobs) return []
    const rows = deliveries.find(it => it.kind === kind)
    const queue = kind === 'mail' ? mailQueue : undefined
    const [created, retrying] = [queue?.created ?? 0, queue?.retry ?? 0]
    const oldest = Math.max(rows?.oldestWaitingSeconds ?? 0, queue?.oldestWaitingSeconds ?? 0)
    const overdue = Math.max(rows?.overdueSeconds ?? 0, queue?.overdueSeconds ?? 0)
    return [
      ['muster_deliveries_waiting', (rows?.waiting ?? 0) + created + retrying, { kind }],
      ['muster_deliveries_retrying', (rows?.retrying ?? 0) + retrying, { kind }],
      ['muster_deliveries_oldest_waiting_seconds', oldest, { kind }],
      ['muster_deliveries_overdue_seconds', overdue, { kind }],
    ]
  })
}

/** Mails that were given up become jobs of this queue, where they stay for an hour. */
const mailGivenUpQueue = 'mail-given-up'
const noJobs = { total: 0, created: 0, retry: 0, active: 0, failed: 0, overdueSeconds: 0, succeededAt: null }

function sampleJobs({ jobNames }: NodeParts, { jobs }: Figures): Sample[] {
  if (!jobs) return []
  const queues = new Map<string, Omit<QueueFigures, 'name' | 'oldestWaitingSeconds'>>([
    ...jobNames.map(name => [name, noJobs] as const),
    ...jobs.map(queue => [queue.name, queue] as const),
  ])
  const givenUp = jobs.find(it => it.name === mailGivenUpQueue)
  return [
    ...[...queues].flatMap(([name, queue]): Sample[] => [
      ...jobStates.map((state): Sample => ['muster_jobs', queue[state], { name, state }]),
      ...(queue.succeededAt === null
        ? []
        : [['muster_job_last_success_timestamp_seconds', queue.succeededAt, { name }] as const]),
    ]),
    [
      'muster_jobs_overdue_seconds',
      Math.max(0, ...jobs.filter(it => !isMailQueue(it)).map(it => it.overdueSeconds)),
    ],
    ['muster_mail_given_up', givenUp?.total ?? 0],
  ]
}

const sampleDisk = ({ disk, backup }: Figures): Sample[] => [
  ...(disk
    ? ([
        ['muster_disk_free_bytes', disk.freeBytes],
        ['muster_disk_size_bytes', disk.totalBytes],
        ['muster_disk_writable', Number(disk.writable)],
      ] as const)
    : []),
  ...(backup
    ? ([
        ['muster_backup_last_success_timestamp_seconds', (backup.last?.takenAt.getTime() ?? 0) / 1_000],
        ['muster_backup_size_bytes', backup.last?.bytes ?? 0],
      ] as const)
    : []),
]
