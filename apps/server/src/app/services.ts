import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { createAlertWorker } from '../features/alerts/alert-worker.ts'
import { createAuth } from '../features/auth/auth.ts'
import { createMapFetcher } from '../features/maps/index.ts'
import { createPresence } from '../features/presence/presence.ts'
import { createPushSender } from '../features/push/index.ts'
import { createMakeReport } from '../features/reports/create-make-report.ts'
import { createReportFiles } from '../features/reports/report-files.ts'
import type { MakeReport } from '../features/reports/report-wish.ts'
import { createLogGuard } from '../features/security/guard-log.ts'
import { createLoginMonitoring } from '../features/security/login-monitoring.ts'
import { createDownloads } from '../features/settings/download/prepare-download.ts'
import { createWebhooks } from '../features/webhooks/webhooks.ts'
import { bearerToken } from '../lib/bearer-token.ts'
import { createLocalFiles } from '../lib/local-files.ts'
import { createClamd } from '../lib/virus-scanner.ts'
import { createFeedHub } from '../live/hub.ts'
import { createPlatform, type PlatformSettings } from '../platform/platform.ts'
import { createCallDelay } from '../rpc/call-delay.ts'
import type { RequestContext } from '../rpc/context.ts'
import { createRateLimit } from '../rpc/rate-limit.ts'
import { createCaches } from './caches.ts'
import { forgettingEvents } from './events.ts'
import { createFeedAccess } from './feed-access.ts'
import { createRouter } from './router.ts'
import { readSingleSignOn } from './single-sign-on-environment.ts'

export type ServiceSettings = PlatformSettings & {
  /** Stands in for the making of reports in tests of their files. */
  readonly makeReport?: MakeReport
}

/** Everything of the server but the wire: made once, wired to each other, not yet started. */
export function createServices(db: Database, settings: ServiceSettings, log: FastifyBaseLogger) {
  const shared = createPlatform(db, settings, { log, aheadKinds: forgettingEvents })
  const caches = createCaches(shared)
  const platform = { ...shared, caches }
  const { env, secret, reader, sessions, actorZones, concurrency, linksOf } = platform
  const auth = createAuth(platform, {
    monitor: createLoginMonitoring(db, secret),
    sso: readSingleSignOn(env),
  })
  const presence = createPresence(platform)
  const mapFetcher = createMapFetcher(secret)
  const webhooks = createWebhooks(platform)
  reader.subscribe(webhooks.listener)
  const alerts = createAlertWorker({ ...platform, push: createPushSender(platform) })
  reader.subscribe(alerts.listener)
  const reports = createReportFiles(platform, settings.makeReport ?? createMakeReport(platform))
  const logGuard = createLogGuard(platform)
  const hub = createFeedHub({ reader, pool: db.pool, sessions, access: createFeedAccess(db, linksOf), log })

  const contextOf = (request: FastifyRequest): RequestContext => ({
    db,
    sessions,
    concurrency,
    actorZones,
    log: request.log,
    token: bearerToken(request.headers.authorization),
    ip: request.ip,
    linksOf,
    headers: new Headers({ 'user-agent': request.headers['user-agent'] ?? '' }),
  })

  return {
    ...platform,
    auth,
    presence,
    mapFetcher,
    webhooks,
    alerts,
    reports,
    logGuard,
    hub,
    contextOf,
    router: createRouter(platform, { auth, presence, mapFetcher, logGuard, hub }),
    waitOf: createCallDelay({ sessions, concurrency }),
    prepareDownload: createDownloads(platform),
    mapFiles: createLocalFiles(join(env.DATA_DIR, 'maps')),
    scanner: env.CLAMAV_SOCKET === undefined ? undefined : createClamd(env.CLAMAV_SOCKET),
    uploads: createRateLimit(db.pool, { name: 'upload', points: 10, seconds: 60 }),
    attachments: createRateLimit(db.pool, { name: 'attachment', points: 60, seconds: 600 }),
  }
}

export type Services = ReturnType<typeof createServices>
