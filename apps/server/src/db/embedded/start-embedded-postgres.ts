import { existsSync } from 'node:fs'
import { chown, mkdir, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount, requireNamedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { claimPlace } from './claim-place.ts'
import { DATABASE, ensureCluster, writeSettings } from './cluster.ts'
import { buildConnectionUrl, withDatabase } from './connection-url.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { choosePort } from './port.ts'
import { type Postmaster, spawnPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts'
import { readLastLogLines, startLogTrimming } from './server-log.ts'

/** Free space in bytes that PostgreSQL needs to write. With less, it may recover, only to stop again at the next write. */
const MIN_FREE_BYTES = 32 * 1024 * 1024

/** Returns whether the folder's disk has enough space for PostgreSQL to start and write; true if the free space is unknown. */
async function hasDiskSpace(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk === undefined || disk.bavail * disk.bsize >= MIN_FREE_BYTES
}

/**
 * Maximum length of the socket folder's path. A socket's path may have 104 bytes on macOS and 108 on Linux (sockaddr_un), including
 * the file name `/.s.PGSQL.65535`.
 */
const MAX_SOCKET_FOLDER_BYTES = 85
const READY_TIMEOUT_MS = 10 * 60_000
const MAX_RESTARTS_PER_MINUTE = 5
/** Delay (ms) before another attempt to launch a server that ended at once, times the number of attempts. */
const RELAUNCH_DELAY_MS = 400
/** Interval (ms) between checks of a full disk for free space. */
const SPACE_CHECK_INTERVAL_MS = 5_000

export type EmbeddedPostgresOptions = {
  readonly dataDir: string
  readonly log?: (line: string) => void
  /** Receives problems worth finding in the log later, such as a server that died or a full disk. By default the same as `log`. */
  readonly warn?: (line: string) => void
  /** A fixed port on 127.0.0.1. By default, a free port that is remembered in the data folder. */
  readonly port?: number
  /** Additional settings for postgresql.conf, for example `{ fsync: 'off' }` in tests. */
  readonly settings?: Record<string, string>
  /** Called when the server has died and cannot be restarted although its disk has space. The process should then end. */
  readonly onLost?: (error: Error) => void
  readonly hasDiskSpace?: (folder: string) => Promise<boolean>
  /** Interval (ms) between checks for free space while the disk is full. */
  readonly lookForSpaceMs?: number
  /** Delay (ms) before another attempt to launch a server that ended at once, times the number of attempts. */
  readonly relaunchDelayMs?: number
}

export type EmbeddedPostgres = {
  /** The owner's connection URL, over the Unix socket if its path is short enough, otherwise over TCP. */
  readonly url: string
  /** The same URL over TCP on 127.0.0.1, for use in tools. */
  readonly tcpUrl: string
  /** The server's current process id. It changes when a killed server is restarted. */
  readonly pid: number
  /** The folder with the cluster's log, password and port. */
  readonly home: string
  stop(): Promise<void>
}

/**
 * Waits for connections and crash recovery. A server that dies is restarted on the same URL; after a full disk, once there is space.
 * Throws DataFolderInUseError, EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined)
  const warn = options.warn ?? log
  const hasSpace = options.hasDiskSpace ?? hasDiskSpace
  const dataDir = resolve(options.dataDir)
  requireNamedAccount()
  const account = chooseAccount()
  const { place, release } = await claimPlace(dataDir, await findBinaries(), account)
  let isStopping = false
  let postmaster: Postmaster | undefined

  try {
    await stopOrphan(place, log)
    const password = await ensureCluster(place, account, log)
    await writeSettings(place, account, options.settings ?? {})
    const socketFolder = join(place.home, 'run')
    const usesSocket = Buffer.byteLength(socketFolder) <= MAX_SOCKET_FOLDER_BYTES
    if (!existsSync(socketFolder)) await mkdir(socketFolder, { mode: 0o700 })
    if (account) await chown(socketFolder, account.uid, account.gid)
    let port = await choosePort(place.home, options.port)
    const getTcpUrl = () => buildConnectionUrl({ password, port })
    const getUrl = () => (usesSocket ? buildConnectionUrl({ password, port, socketFolder }) : getTcpUrl())

    const launch = async (isFirst = false) => {
      // Retry: after a kill -9, old backends may hold on to the shared memory for a moment, and until then PostgreSQL refuses to
      // start.
      for (let attempt = 1; ; attempt++) {
        // Another process may have taken the port in the meantime. Only a first start may change the port, because nobody knows it
        // yet.
        if (isFirst && attempt > 1) port = await choosePort(place.home, options.port)
        postmaster = await spawnPostmaster(place, account, [
          ...['-c', `port=${port}`],
          ...['-c', 'listen_addresses=127.0.0.1'],
          ...['-c', `unix_socket_directories=${usesSocket ? `"${socketFolder}"` : ''}`],
        ])
        if (await waitUntilReady(withDatabase(getUrl(), 'postgres'), postmaster, warn)) return
        if (isStopping) return
        if (attempt === 5 && !(await hasSpace(place.home)))
          throw new EmbeddedPostgresError(
            `The disk of ${place.home} is full: make space, and start Muster again.`,
          )
        if (attempt === 5)
          throw new EmbeddedPostgresError(
            `The embedded PostgreSQL did not start; the end of ${join(place.home, 'postgres.log')}:\n${await readLastLogLines(place.home)}`,
          )
        await sleep((options.relaunchDelayMs ?? RELAUNCH_DELAY_MS) * attempt)
      }
    }

    /** PostgreSQL cannot start without disk space, and if this process ended instead, nothing would restart it later. */
    const waitForSpace = async () => {
      warn(
        `The disk of ${place.home} is full: the embedded PostgreSQL is started again as soon as there is space`,
      )
      while (!isStopping && !(await hasSpace(place.home)))
        await sleep(options.lookForSpaceMs ?? SPACE_CHECK_INTERVAL_MS, undefined, { ref: false })
    }

    const superviseForever = async () => {
      let exitTimes: number[] = []
      for (;;) {
        await postmaster?.ended
        if (isStopping) return
        exitTimes = [...exitTimes.filter(at => at > performance.now() - 60_000), performance.now()]
        warn('The embedded PostgreSQL ended unexpectedly; starting it again')
        try {
          if (exitTimes.length > MAX_RESTARTS_PER_MINUTE)
            throw new EmbeddedPostgresError(
              `The embedded PostgreSQL keeps ending:\n${await readLastLogLines(place.home)}`,
            )
          await launch()
          if (!isStopping) warn('The embedded PostgreSQL is back')
        } catch (error) {
          if (isStopping) return
          if (await hasSpace(place.home)) return options.onLost?.(error as Error)
          await waitForSpace()
          exitTimes = []
        }
      }
    }

    await launch(true)
    await ensureDatabase(withDatabase(getUrl(), 'postgres'))
    void superviseForever()
    const stopLogTrimming = startLogTrimming(place.home)

    let stopPromise: Promise<void> | undefined
    return {
      url: getUrl(),
      tcpUrl: getTcpUrl(),
      home: place.home,
      get pid() {
        return postmaster?.pid ?? 0
      },
      stop: () => {
        isStopping = true
        stopLogTrimming()
        stopPromise ??= endPostmaster(postmaster).then(release)
        return stopPromise
      },
    }
  } catch (error) {
    isStopping = true
    await endPostmaster(postmaster)
    await release()
    throw error
  }
}

async function endPostmaster(postmaster: Postmaster | undefined): Promise<void> {
  if (!postmaster) return
  let isGone = false
  void postmaster.ended.then(() => {
    isGone = true
  })
  await Promise.resolve()
  await stopPostmaster(postmaster.pid, () => isGone)
}

/**
 * Returns true once the server accepts a connection, and false if it ends first. Throws EmbeddedPostgresError if the server rejects
 * our password or is not ready after ten minutes.
 */
async function waitUntilReady(
  url: string,
  server: Postmaster,
  log: (line: string) => void,
): Promise<boolean> {
  let isGone = false
  void server.ended.then(() => {
    isGone = true
  })
  const startedAt = performance.now()
  let notifiedAt = startedAt
  while (!isGone) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      // 28P01: another server answers at this address, or the password file belongs to another cluster. Waiting would not help.
      if ((error as { code?: string }).code === '28P01')
        throw new EmbeddedPostgresError(
          'The embedded PostgreSQL does not accept the password kept in its data folder.',
        )
    }
    const now = performance.now()
    if (now - startedAt > READY_TIMEOUT_MS)
      throw new EmbeddedPostgresError('The embedded PostgreSQL is not ready after ten minutes.')
    if (now - notifiedAt > 10_000) {
      notifiedAt = now
      log('Waiting for PostgreSQL, which is still recovering')
    }
    await sleep(30)
  }
  return false
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const existingDatabases = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (existingDatabases.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}
