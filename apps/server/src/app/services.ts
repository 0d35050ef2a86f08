import { join } from 'node:path'
import { takesPasskeys } from '@muster/domain/passkey.ts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { createForwardedHint } from '../doors/forwarded-hint.ts'
import { createAuthLibrary } from '../features/auth/auth-library.ts'
import { createAuthMails } from '../features/auth/auth-mails.ts'
import { createAuthRateLimits } from '../features/auth/auth-rate-limits.ts'
import { createFirstAdminToken } from '../features/auth/first-admin.ts'
import { verifySecret } from '../features/auth/hashing.ts'
import { requireOwnPassword } from '../features/auth/passwords.ts'
import { sendOrderedMail } from '../features/auth/send-ordered-mail.ts'
import { callbackPath } from '../features/auth/single-sign-on/callback-door.ts'
import { createProvider } from '../features/auth/single-sign-on/provider.ts'
import { createSystemStatus } from '../features/dashboards/system-status.ts'
import { createMapFetcher, createMapSetting, originsOf } from '../features/maps/index.ts'
import { createCheckWriter } from '../features/presence/check-writer/check-writer.ts'
import { createHotMembers } from '../features/presence/hot-members.ts'
import { createHotZones } from '../features/presence/hot-zones.ts'
import { createBatchLimit, createCheckRate } from '../features/presence/ingest.ts'
import { createZonesOfAdmin } from '../features/presence/zones-of-admin.ts'
import { createLogGuard } from '../features/security/guard-log.ts'
import { createLoginMonitoring } from '../features/security/login-monitoring.ts'
import { failDownload } from '../features/settings/download/downloads.queries.ts'
import { createPrepareDownload } from '../features/settings/download/prepare-download.ts'
import { createHotTrackers } from '../features/trackers/hot-trackers.ts'
import { createCodeTries } from '../features/users/code-tries.ts'
import { createWebhooks } from '../features/webhooks/webhooks.ts'
import { createGeocoder, createTurns, createZoneAtlas } from '../features/zones/index.ts'
import type { DownloadQueue } from '../jobs/download-queue.ts'
import { readJobFigures } from '../jobs/job-figures.queries.ts'
import type { MailQueue } from '../jobs/mail-queue.ts'
import type { WebhookQueue } from '../jobs/webhook-queue.ts'
import { bearerToken } from '../lib/bearer-token.ts'
import { fetchPublicJson } from '../lib/fetch-public-json.ts'
import { createLocalFiles } from '../lib/files.ts'
import { createMailer } from '../lib/mail.ts'
import { createSignedLinks } from '../lib/signed-links.ts'
import type { FeedEntry } from '../live/entry.ts'
import { createFeedHub } from '../live/hub.ts'
import { createFeedReader } from '../live/reader.ts'
import { createCallDelay } from '../rpc/call-delay.ts'
import { createConcurrencyLimits } from '../rpc/concurrency-limits.ts'
import type { RequestContext, SignedInContext } from '../rpc/context.ts'
import { createHeldZones, readHeldZones } from '../rpc/held-zones.ts'
import { createRateLimit } from '../rpc/rate-limit.ts'
import { createSessions } from '../rpc/sessions.ts'
import type { Env } from './env.ts'
import { createEventHandlers } from './event-handlers.ts'
import { forgettingEvents } from './events.ts'
import { createFeedAccess } from './feed-access.ts'
import { filesFolder } from './file-store.ts'
import { readMapEnvironment } from './map-environment.ts'
import { createRouter } from './router.ts'
import { readSingleSignOn } from './single-sign-on-environment.ts'
import { version } from './version.ts'

export type ServiceSettings = {
  readonly env: Env
  readonly databaseUrl: string
  /** Signs links and tokens, the same on every node. */
  readonly secret: string
  /** Signs the anchors of the security log, this node's own. */
  readonly anchorKey: string
  /** Where mails, deliveries of webhooks and downloads of people's own data are ordered. */
  readonly mailQueue: MailQueue
  readonly webhookQueue: WebhookQueue
  readonly downloadQueue: DownloadQueue
  readonly demoSignIns: () => Promise<{ label: string; email: string; password: string }[]>
}

/** Everything of the server but the wire: made once, wired to each other, not yet started. */
export function createServices(db: Database, settings: ServiceSettings, log: FastifyBaseLogger) {
  const { env, mailQueue } = settings
  const reader = createFeedReader({ url: settings.databaseUrl, log, aheadKinds: forgettingEvents })
  db.onFeedWritten(reader.wake)
  // What is held in memory is trusted while changes are heard of without delay.
  const mayHold = () => reader.isFresh
  const sessions = createSessions({
    db,
    sessionDays: env.SESSION_DAYS,
    twoStepRequiredFrom: env.TWO_STEP_REQUIRED,
    mayHold,
  })
  const zones = createHotZones(db, mayHold)
  const atlas = createZoneAtlas(db)
  const members = createHotMembers(db, mayHold)
  const trackers = createHotTrackers(db, mayHold)
  const writer = createCheckWriter({ db, log, onWritten: reader.wake })
  const mailer = createMailer({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    folder: join(env.DATA_DIR, 'mail'),
    log,
  })
  const rateLimits = createAuthRateLimits(db.pool, env.TRIES_PER_ADDRESS)
  const auth = createAuthLibrary(db, settings, mailQueue)
  const mails = createAuthMails(mailer, env.PUBLIC_URL)
  mailQueue.onOrder(sendOrderedMail({ auth, db, mails, secret: settings.secret }))
  const firstAdmin = createFirstAdminToken(db)
  const files = createLocalFiles(filesFolder(env.DATA_DIR))
  const links = createSignedLinks(settings.secret)
  const prepareDownload = createPrepareDownload({ db, files, orders: mailQueue })
  settings.downloadQueue.onOrder({
    prepare: prepareDownload,
    giveUp: id => db.asOwner('a job gave it up', tx => failDownload(tx, id)),
  })
  const checks = {
    writer,
    zones,
    members,
    zonesOfAdmin: createZonesOfAdmin(db, atlas),
    retentionDays: env.RETENTION_DAYS,
    pace: createCheckRate(),
    batches: createBatchLimit(),
  }
  const map = createMapSetting(db, readMapEnvironment(env), log)
  const mapFetcher = createMapFetcher(settings.secret)
  const heldZones = createHeldZones({ load: readHeldZones(db), mayHold })
  const handlers = createEventHandlers({ sessions, zones, atlas, members, heldZones, trackers, map })

  const handleAll = (entries: readonly FeedEntry[]) => {
    for (const entry of entries) handlers.handle(entry)
  }
  reader.subscribe({
    onEvents: handleAll,
    onAhead: handleAll,
    onBroken: handlers.forgetEverything,
    onRecovered: handlers.forgetEverything,
    onSkipped: handlers.forgetEverything,
  })
  const webhooks = createWebhooks({
    db,
    queue: settings.webhookQueue,
    allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    log,
  })
  reader.subscribe(webhooks.listener)
  const linksOf: RequestContext['linksOf'] =
    ({ sessionId }) =>
    path =>
      links.linkTo(path, sessionId)
  const access = createFeedAccess(db, linksOf)
  const hub = createFeedHub({ reader, pool: db.pool, sessions, access, log })

  const monitor = createLoginMonitoring(db, settings.secret)
  const logGuard = createLogGuard({
    db,
    key: settings.anchorKey,
    dataDir: env.DATA_DIR,
    anchorUrl: env.SECURITY_ANCHOR_URL,
    keepDays: env.SECURITY_LOG_DAYS,
    log,
  })

  const sso = readSingleSignOn(env)
  const forwarded = createForwardedHint()
  const requireOwn = (context: SignedInContext, password: string) =>
    requireOwnPassword(context, rateLimits, password)
  const router = createRouter({
    accounts: {
      orders: mailQueue,
      files,
      mails: mailer,
    },
    auth: {
      auth,
      mails: mailQueue,
      rateLimits,
      monitor,
      firstAdmin,
      elsewhere: sso && {
        sso,
        provider: createProvider(sso, `${env.PUBLIC_URL}${callbackPath}`),
      },
      settings,
      demoSignIns: settings.demoSignIns,
      mapHosts: () => originsOf(map.current()),
    },
    zones: {
      forgetZone: (zoneId: string) => {
        zones.forgetZone(zoneId)
        heldZones.forgetZone(zoneId)
      },
      verifyPin: verifySecret,
      most: { inAll: env.ZONES_MOST, ofOne: env.ZONES_MOST_PER_PERSON },
      atlas,
      geocoder: createGeocoder({
        target: () => map.current().geocoder,
        userAgent: `Muster/${version} (${env.PUBLIC_URL})`,
        turn: createTurns(createRateLimit(db.pool, { name: 'geocoder', points: 1, seconds: 1 })),
      }),
    },
    users: { codeTries: createCodeTries(db) },
    passkeys: {
      auth,
      offered: takesPasskeys(env.PUBLIC_URL),
      requireOwnPassword: requireOwn,
      mails: mailQueue,
    },
    emailChanges: { orders: mailQueue, rateLimits, requireOwnPassword: requireOwn },
    twoStep: { key: settings, requireOwnPassword: requireOwn },
    settings: {
      files,
      requireOwnPassword: requireOwn,
      mails: mailer,
      retentionDays: env.RETENTION_DAYS,
      securityLogDays: env.SECURITY_LOG_DAYS,
      downloadQueue: settings.downloadQueue,
    },
    consents: {
      retentionDays: env.RETENTION_DAYS,
      members,
    },
    presence: checks,
    maps: {
      map,
      fetcher: mapFetcher,
      fetchJson: address => fetchPublicJson(address),
    },
    webhooks: {
      queue: settings.webhookQueue,
      allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    },
    trackers: { hot: trackers },
    security: {
      verifyLog: logGuard.verify,
      mails: mailQueue,
    },
    dashboards: {
      systemStatus: createSystemStatus({
        db,
        feed: reader,
        screens: () => ({ open: hub.metrics.sockets, most: hub.limits.sockets }),
        readJobs: ms => readJobFigures(db.pool, ms),
        dataDir: env.DATA_DIR,
        forwardedAt: forwarded.seenAt,
      }),
    },
  })

  const concurrency = createConcurrencyLimits()
  const contextOf = (request: FastifyRequest): RequestContext => ({
    db,
    sessions,
    concurrency,
    heldZones,
    log: request.log,
    token: bearerToken(request.headers.authorization),
    ip: request.ip,
    linksOf,
    headers: new Headers({ 'user-agent': request.headers['user-agent'] ?? '' }),
  })

  const waitOf = createCallDelay({ sessions, concurrency })

  return {
    auth,
    sessions,
    checks,
    trackers,
    concurrency,
    writer,
    reader,
    hub,
    router,
    contextOf,
    waitOf,
    map,
    mapFetcher,
    files,
    prepareDownload,
    forwarded,
    mapFiles: createLocalFiles(join(env.DATA_DIR, 'maps')),
    links,
    uploads: createRateLimit(db.pool, { name: 'upload', points: 10, seconds: 60 }),
    mailer,
    firstAdmin,
    logGuard,
    webhooks,
  }
}

export type Services = ReturnType<typeof createServices>
