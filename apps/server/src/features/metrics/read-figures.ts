import pg from 'pg'
import { probeStorage, type StorageFigures } from '../../lib/probe-storage.ts'
import {
  type DeliveryFigures,
  type QueueFigures,
  readDeliveryFigures,
  readQueueFigures,
  readServerFigures,
  type ServerFigures,
} from './figures.queries.ts'
import { createLastBackup, type LastBackup } from './last-backup.ts'

/** The figures that come from outside the process. A part that could not be read is null; without a backup, `last` is null. */
export type Figures = {
  readonly database: (ServerFigures & { readonly answerMs: number }) | null
  readonly jobs: readonly QueueFigures[] | null
  readonly deliveries: readonly DeliveryFigures[] | null
  readonly disk: StorageFigures | null
  readonly backup: { readonly last: LastBackup | null } | null
}

/** Time (ms) for which figures are cached, however many programs ask. */
const CACHE_MS = 10_000
/** Timeout of all parts together, in milliseconds: a frozen database or network folder must not delay the answer. */
const DEADLINE_MS = 1_500
/** Timeout (ms) of each statement, so that a large queue costs the database little. */
const STATEMENT_MS = 1_000

export type FigureReader = { read(): Promise<Figures>; stop(): Promise<void> }

/** Own connection: figures are needed most when pools are exhausted. A part that hangs is not read again, and counts as not read. */
export function createFigureReader(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  now: () => number = () => performance.now(),
): FigureReader {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: 'muster-metrics',
    connectionTimeoutMillis: STATEMENT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: DEADLINE_MS,
  })
  pool.on('error', () => undefined)
  const lastBackup = createLastBackup(dataDir, pool)
  const readDatabase = createPart(() => readFromDatabase(pool))
  const readDisk = createPart(() => probeStorage(dataDir))
  const readBackup = createPart(async () => ({ last: await lastBackup() }))
  let cached: { at: number; figures: Promise<Figures> } | undefined

  async function readAll(): Promise<Figures> {
    const [database, disk, backup] = await Promise.all([readDatabase(), readDisk(), readBackup()])
    return { ...(database ?? { database: null, jobs: null, deliveries: null }), disk, backup }
  }
  return {
    read() {
      if (!cached || now() - cached.at >= CACHE_MS) cached = { at: now(), figures: readAll() }
      return cached.figures
    },
    stop: () => pool.end(),
  }
}

type DatabaseFigures = Pick<Figures, 'database' | 'jobs' | 'deliveries'>

/** Reads the parts one after another on one connection. A slow or missing table affects only its own part. */
async function readFromDatabase(pool: pg.Pool): Promise<DatabaseFigures> {
  const client = await pool.connect()
  let isBroken = true
  try {
    const startedAt = performance.now()
    const server = await readServerFigures(client)
    const database = { ...server, answerMs: performance.now() - startedAt }
    const nullOnFailure = <T>(work: Promise<T>) => work.catch(() => null)
    const jobs = await nullOnFailure(readQueueFigures(client))
    const deliveries = await nullOnFailure(readDeliveryFigures(client))
    isBroken = jobs === null || deliveries === null
    return { database, jobs, deliveries }
  } finally {
    client.release(isBroken)
  }
}

/** Creates a reader that resolves to null if the work fails, exceeds the deadline, or still hangs since an earlier call. */
function createPart<T>(work: () => Promise<T>): () => Promise<T | null> {
  let isRunning = false
  return () => {
    if (isRunning) return Promise.resolve(null)
    isRunning = true
    return new Promise(resolve => {
      const timer = setTimeout(resolve, DEADLINE_MS, null)
      work()
        .then(resolve, () => resolve(null))
        .finally(() => {
          isRunning = false
          clearTimeout(timer)
        })
    })
  }
}
