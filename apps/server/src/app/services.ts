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
import { createProvider, type SingleSignOnSettings } from '../features/auth/single-sign-on/provider.ts'
import { createSystemStatus } from '../features/dashboards/system-status.ts'
import { createMapFetcher, createMapSetting, type MapEnvironment, originsOf } from '../features/maps/index.ts'
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
import { createEventHandlers } from './event-handlers.ts'
import { forgettingEvents } from './events.ts'
import { createFeedAccess } from './feed-access.ts'
import { filesFolder } from './file-store.ts'
import { createRouter } from './router.ts'
import { version } from './version.ts'

export type ServiceSettings = {
  readonly databaseUrl: string
  /** Signs links and tokens, the same on every node. */
  readonly secret: string
  /** Signs the anchors of the security log, this node's own. */
  readonly anchorKey: string
  readonly publicUrl: string
  readonly passwordMin: number
  readonly emailConfirmation: boolean
  readonly sessionDays: number
  readonly landingAdminEmails: readonly string[]
  /** From when on a second step is asked of who looks after others; null: never. */
  readonly twoStepRequiredFrom: Date | null
  /** Where people may sign in as well; null: nowhere. */
  readonly singleSignOn: SingleSignOnSettings | null
  /** Wrong tries of signing in that one network address has in 15 minutes. */
  readonly triesPerAddress: number
  readonly retentionDays: number
  readonly securityLogDays: number
  /** How many zones there may be, and how many of them one person may have created. */
  readonly zonesMost: number
  readonly zonesMostOfOne: number
  readonly maps: MapEnvironment
  readonly dataDir: string
  readonly smtpUrl: string | undefined
  /** Where mails are ordered. */
  readonly mailQueue: MailQueue
  readonly mailFrom: string
  /** Where deliveries of webhooks are ordered. */
  readonly webhookQueue: WebhookQueue
  /** Where downloads of people's own data are ordered. */
  readonly downloadQueue: DownloadQueue
  /** Webhooks may go to this machine and its network, and without https. */
  readonly webhookAllowPrivate: boolean
  /** Where the anchors of the security log are sent as well. */
  readonly securityAnchorUrl: string | undefined
  readonly demoSignIns: () => Promise<{ label: string; email: string; password: string }[]>
}

/** Everything of the server but the wire: made once, wired to each other, not yet started. */
export function createServices(db: Database, settings: ServiceSettings, log: FastifyBaseLogger) {
  const reader = createFeedReader({ url: settings.databaseUrl, log, aheadKinds: forgettingEvents })
  db.onFeedWritten(reader.wake)
  // What is held in memory is trusted while changes are heard of without delay.
  const mayHold = () => reader.isFresh
  const sessions = createSessions({
    db,
    sessionDays: settings.sessionDays,
    twoStepRequiredFrom: settings.twoStepRequiredFrom,
    mayHold,
  })
  const zones = createHotZones(db, mayHold)
  const atlas = createZoneAtlas(db)
  const members = createHotMembers(db, mayHold)
  const trackers = createHotTrackers(db, mayHold)
  const writer = createCheckWriter({ db, log, onWritten: reader.wake })
  const mailer = createMailer({
    smtpUrl: settings.smtpUrl,
    from: settings.mailFrom,
    folder: join(settings.dataDir, 'mail'),
    log,
  })
  const { mailQueue } = settings
  const rateLimits = createAuthRateLimits(db.pool, settings.triesPerAddress)
  const auth = createAuthLibrary(db, settings, mailQueue)
  const mails = createAuthMails(mailer, settings.publicUrl)
  mailQueue.onOrder(sendOrderedMail({ auth, db, mails, secret: settings.secret }))
  const firstAdmin = createFirstAdminToken(db)
  const files = createLocalFiles(filesFolder(settings.dataDir))
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
    retentionDays: settings.retentionDays,
    pace: createCheckRate(),
    batches: createBatchLimit(),
  }
  const map = createMapSetting(db, settings.maps, log)
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
    allowPrivate: settings.webhookAllowPrivate,
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
    dataDir: settings.dataDir,
    anchorUrl: settings.securityAnchorUrl,
    keepDays: settings.securityLogDays,
    log,
  })

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
      elsewhere: settings.singleSignOn && {
        sso: settings.singleSignOn,
        provider: createProvider(settings.singleSignOn, `${settings.publicUrl}${callbackPath}`),
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
      most: { inAll: settings.zonesMost, ofOne: settings.zonesMostOfOne },
      atlas,
      geocoder: createGeocoder({
        target: () => map.current().geocoder,
        userAgent: `Muster/${version} (${settings.publicUrl})`,
        turn: createTurns(createRateLimit(db.pool, { name: 'geocoder', points: 1, seconds: 1 })),
      }),
    },
    users: { codeTries: createCodeTries(db) },
    passkeys: {
      auth,
      offered: takesPasskeys(settings.publicUrl),
      requireOwnPassword: requireOwn,
      mails: mailQueue,
    },
    emailChanges: { orders: mailQueue, rateLimits, requireOwnPassword: requireOwn },
    twoStep: { key: settings, requireOwnPassword: requireOwn },
    settings: {
      files,
      requireOwnPassword: requireOwn,
      mails: mailer,
      retentionDays: settings.retentionDays,
      securityLogDays: settings.securityLogDays,
      downloadQueue: settings.downloadQueue,
    },
    consents: {
      retentionDays: settings.retentionDays,
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
      allowPrivate: settings.webhookAllowPrivate,
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
        dataDir: settings.dataDir,
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
    mapFiles: createLocalFiles(join(settings.dataDir, 'maps')),
    links,
    uploads: createRateLimit(db.pool, { name: 'upload', points: 10, seconds: 60 }),
    mailer,
    firstAdmin,
    logGuard,
    webhooks,
  }
}

export type Services = ReturnType<typeof createServices>
