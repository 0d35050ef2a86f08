import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type pg from 'pg'
import type { Logger } from 'pino'
import { backUpBeforeUpgrade } from '../backup/backup-before-upgrade.ts'
import { describeWayBack } from '../backup/describe-way-back.ts'
import { NO_ACTOR } from '../db/actor.ts'
import { afterMigrate } from '../db/after-migrate.ts'
import { openDatabase } from '../db/database.ts'
import { DataFolderInUseError, EmbeddedPostgresError } from '../db/embedded/errors.ts'
import { closeDataFolder } from '../db/embedded/place.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { MigrationError } from '../db/migrate-errors.ts'
import type { LockedMigration } from '../db/releases.ts'
import { answerBroadcasts } from '../demo/answer-broadcasts.ts'
import { chooseDemo, type DemoChoice } from '../demo/choose-demo.ts'
import { readDemo } from '../demo/demo.queries.ts'
import { demoPassword, demoPin, demoSignIns, isDemoSignIn } from '../demo/demo-organisation.ts'
import { createDemoWarning, createWithheldDemoWarning } from '../demo/demo-warning.ts'
import { endPublicSessions, retireDemo } from '../demo/retire-demo.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { startWalkers } from '../demo/start-walkers.ts'
import { doorLimits } from '../doors/door-limits.ts'
import { createDownloadQueue, createReportQueue } from '../jobs/download-queue.ts'
import { startJobs } from '../jobs/jobs.ts'
import { createMailQueue } from '../jobs/mail-queue.ts'
import { createWebhookQueue } from '../jobs/webhook-queue.ts'
import { createLog } from '../lib/log.ts'
import { watchMailServer } from '../lib/watch-mail-server.ts'
import { type Env, makeDataDir, readEnv, SettingError } from '../platform/env.ts'
import { createFileStore } from '../platform/file-store.ts'
import { findMisspeltSettings } from '../platform/misspelt-settings.ts'
import { version } from '../platform/version.ts'
import { hashSecret, verifySecret } from '../rpc/hashing.ts'
import { claimFileStore } from './claim-file-store.ts'
import { readSecrets } from './secrets.ts'
import { startServer } from './server.ts'
import { toStartProblem } from './start-problems.ts'

let startedLog: Logger | undefined

/** Cleanup steps for shutdown, run in reverse order. */
const stopHandlers: (() => Promise<unknown>)[] = []

async function main(): Promise<void> {
  const env = readEnv()
  const log = createLog(env.LOG_LEVEL)
  startedLog = log
  for (const { name, meant } of findMisspeltSettings(process.env))
    log.warn(`The variable ${name} is no setting of Muster and was ignored: is ${meant} meant?`)
  await assertPortFree(env.PORT, env.HOST)
  if (env.METRICS_PORT) await assertPortFree(env.METRICS_PORT, env.METRICS_HOST, 'METRICS_')

  // Positions, photos, emails and keys must not be readable by other accounts on this machine.
  process.umask(0o077)
  // The embedded database creates the folder itself, with the permissions it needs.
  if (env.DATABASE_URL) await makeDataDir(env)
  const databaseUrl = env.DATABASE_URL ?? (await startDatabase(env.DATA_DIR, log))
  void closeData(env, log).catch(error =>
    log.warn({ err: error }, 'The data folder could not be closed to others'),
  )
  const { applied } = await migrate(databaseUrl, {
    afterMigrate,
    log: line => log.debug(line),
    describeWayBack: files => describeWayBack(env.DATA_DIR, files),
    ...(env.BACKUP_BEFORE_UPGRADE && {
      beforeUpgrade: (client, before) => backUpDatabase(env, databaseUrl, client, before, log),
    }),
  })
  const db = openDatabase(databaseUrl, {
    size: env.DATABASE_POOL,
    // The pool replaces it. If the database is away, the feed reader says so.
    onError: ({ message }) => log.debug({ reason: message }, 'An idle database connection broke'),
  })
  stopHandlers.push(() => db.close())
  // Fails early if the database server rejects the requests' database login (pg_hba.conf).
  await db.asActor(NO_ACTOR, async () => undefined)
  const store = createFileStore(env)
  await claimFileStore(db, store)
  const demoChoice = chooseDemo(env)
  if (demoChoice.state === 'on' && (await seedDemo(db, hashSecret, Date.now(), store.files)))
    log.debug('Loaded the demo organisation')
  const storedWalkers = demoChoice.state === 'off' ? null : await readDemo(db)
  const demoWalkers = demoChoice.state === 'on' ? storedWalkers : null
  if (demoChoice.state === 'withheld' && storedWalkers) {
    await endPublicSessions(db, verifySecret)
    log.warn(createWithheldDemoWarning(demoChoice.because))
  }
  const retiredAccounts = demoChoice.state === 'off' ? await retireDemo(db) : 0
  if (retiredAccounts > 0)
    log.warn(
      `DEMO=0: the ${retiredAccounts} accounts of the demo were suspended, because everybody knows their password.`,
    )

  const mailQueue = createMailQueue(log)
  const webhookQueue = createWebhookQueue(log)
  const downloadQueue = createDownloadQueue(log)
  const reportQueue = createReportQueue(log)
  const { app, services, stop } = await startServer(
    db,
    {
      env,
      databaseUrl,
      ...(await readSecrets(db, env, line => log.warn(line))),
      mailQueue,
      webhookQueue,
      downloadQueue,
      reportQueue,
      demoSignIns: async () => (demoWalkers ? demoSignIns : []),
      ...(demoChoice.state === 'withheld' && { refusesSignIn: isDemoSignIn }),
      echo: process.env.MUSTER_BENCH_ECHO === '1',
    },
    log,
  )
  stopHandlers.push(stop)
  const jobs = await startJobs({
    databaseUrl,
    connections: db.connections,
    log,
    jobs: services.jobs,
    mailQueue,
    webhookQueue,
    downloadQueue,
    reportQueue,
  })
  // Stopped together, because the jobs wait for emails being sent.
  stopHandlers.push(() => Promise.all([jobs.stop(), services.mailer.stop()]))
  await logFailure(log, () => app.listen({ port: env.PORT, host: env.HOST, backlog: doorLimits.backlog }))
  const { port } = app.server.address() as AddressInfo
  if (demoWalkers && env.DEMO_WORKERS > 0) {
    stopHandlers.push(startWalkers(services.presence, demoWalkers, env.DEMO_WORKERS, log))
    stopHandlers.push(answerBroadcasts(db, demoWalkers, log))
  }

  if (env.SMTP_URL) stopHandlers.push(watchMailServer(env.SMTP_URL, log, services.mailServer))
  // At a terminal, the greeting already says that Muster is ready.
  log[process.stdout.isTTY ? 'debug' : 'info']({ applied, port }, 'Muster is ready')
  printGreeting(
    // If the system chose the port, it is known only now.
    process.env.PUBLIC_URL ? env.PUBLIC_URL : `http://localhost:${port}`,
    env,
    demoWalkers !== null,
    demoChoice,
    await services.auth.firstAdmin.read(),
  )
}

/** Backs up the database before it is upgraded. Another node that starts meanwhile waits. */
async function backUpDatabase(
  env: Env,
  databaseUrl: string,
  client: pg.Client,
  applied: readonly LockedMigration[],
  log: Logger,
): Promise<void> {
  const folder = await backUpBeforeUpgrade(client, applied, {
    dataDir: env.DATA_DIR,
    databaseUrl,
    embedded: env.DATABASE_URL === undefined,
    version,
  })
  if (folder) log.info(`Backed up the database before the upgrade to ${version}: ${folder}`)
}

/** Makes files private that an earlier version left accessible. Not awaited by the start: a large folder takes a while. */
async function closeData({ DATA_DIR }: Env, log: Logger): Promise<void> {
  const unclosedCount = await closeDataFolder(DATA_DIR)
  if (unclosedCount > 0)
    log.warn(
      `${unclosedCount} files or folders in ${DATA_DIR} belong to another account, and others may be able to read them: give them to the account Muster runs under.`,
    )
}

/** Runs the work with log level `warn`: the HTTP server would log every address, and the greeting shows the relevant one. */
async function logFailure<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  const { level } = log
  if (level === 'info') log.level = 'warn'
  try {
    return await work()
  } finally {
    log.level = level
  }
}

async function startDatabase(dataDir: string, log: Logger): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: line => log.debug(line),
    warn: line => log.warn(line),
    onLost: error => stopAndExit(1, `The database died and could not be brought back: ${error.message}`),
  })
  stopHandlers.push(() => postgres.stop())
  return postgres.url
}

/**
 * Runs before anything is started or migrated, so that a second start leaves no trace. Throws SettingError. `prefix` is that of the
 * settings' names.
 */
async function assertPortFree(port: number, host: string, prefix: '' | 'METRICS_' = ''): Promise<void> {
  if (port === 0) return
  const probe: Server = createServer()
  probe.listen({ port, host, exclusive: true })
  try {
    await once(probe, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new SettingError(
        `${prefix}PORT`,
        `The port ${port} is taken. Stop what uses it, or set ${prefix}PORT to another number.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingError(
        `${prefix}HOST`,
        `The setting ${prefix}HOST (${host}) is no address of this machine.`,
      )
    if (code === 'EACCES')
      throw new SettingError(
        `${prefix}PORT`,
        `The port ${port} may not be used by this account. Set ${prefix}PORT to a number above 1023.`,
      )
    throw error
  }
  probe.close()
  await once(probe, 'close')
}

function printGreeting(
  url: string,
  env: Env,
  demo: boolean,
  choice: DemoChoice,
  setupToken: string | null,
): void {
  const lines = ['', `  Muster ${version} is at ${url}`]
  if (demo) {
    lines.push('', `  Sign-ins of the demo, all with the password ${demoPassword} and the PIN ${demoPin}:`)
    for (const { label, email } of demoSignIns) lines.push(`    ${label.padEnd(26)} ${email}`)
    lines.push(
      ...createDemoWarning(env).flatMap((line, index) => (index === 0 ? ['', `  ${line}`] : [`  ${line}`])),
    )
  }
  if (setupToken && choice.state === 'withheld')
    lines.push('', `  Demo data was not loaded because ${choice.because}. Set DEMO=1 to load it.`)
  if (setupToken)
    lines.push('', '  Create the first super admin, once:', `    ${url}/#/signup?setup=${setupToken}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

let isStopping = false
async function stopAndExit(code: number, line?: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  if (line) process.stderr.write(`${line}\n`)
  // A hanging step must not keep the process alive. The database recovers from a hard exit.
  setTimeout(() => process.exit(code || 1), 20_000).unref()
  for (const stop of stopHandlers.reverse()) await stop().catch(() => undefined)
  process.exit(code)
}

/** Expected errors, whose message is one line for the person starting Muster. */
const readableErrorTypes = [SettingError, DataFolderInUseError, EmbeddedPostgresError, MigrationError]

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAndExit(0))
// Log rotation and closed terminals send it. There is nothing to reload, and no reason to stop.
process.on('SIGHUP', () => startedLog?.debug('SIGHUP was ignored: there is nothing to read again'))
// The database library announces a future change in seven lines; docs/database-tls.md covers what matters here.
process.removeAllListeners('warning')
process.on('warning', warning => {
  if (!warning.message.startsWith('SECURITY WARNING: The SSL modes'))
    process.stderr.write(`${warning.stack}\n`)
})
// The parent script exited without sending this process a signal.
process.on('disconnect', () => stopAndExit(0))
main().catch(error => {
  const isReadable = readableErrorTypes.some(kind => error instanceof kind)
  const line = isReadable ? error.message : toStartProblem(error, process.env)
  if (!line) console.error(error)
  return stopAndExit(1, line)
})
