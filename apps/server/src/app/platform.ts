import type { FastifyBaseLogger } from 'fastify'
import type { VapidKeys } from 'web-push'
import type { Database } from '../db/database.ts'
import { createForwardedHint } from '../doors/forwarded-hint.ts'
import { createMapSetting } from '../features/maps/index.ts'
import { createMemberCache } from '../features/presence/member-cache.ts'
import { createZoneCache } from '../features/presence/zone-cache.ts'
import type { MakeReport } from '../features/reports/report-wish.ts'
import { createTrackerCache } from '../features/trackers/tracker-cache.ts'
import { createZoneShapeCache } from '../features/zones/index.ts'
import type { DownloadQueue } from '../jobs/download-queue.ts'
import type { MailQueue } from '../jobs/mail-queue.ts'
import type { WebhookQueue } from '../jobs/webhook-queue.ts'
import { createMailer } from '../lib/mail.ts'
import { createSignedLinks } from '../lib/signed-links.ts'
import type { FeedEntry } from '../live/entry.ts'
import { createFeedReader } from '../live/reader.ts'
import { createActorZoneCache, readActorZonesOf } from '../rpc/actor-zone-cache.ts'
import { createConcurrencyLimits } from '../rpc/concurrency-limits.ts'
import type { RequestContext } from '../rpc/context.ts'
import { createSessions } from '../rpc/sessions.ts'
import type { Env } from './env.ts'
import { createEventHandlers } from './event-handlers.ts'
import { forgettingEvents } from './events.ts'
import { createFileStore } from './file-store.ts'
import { readMapEnvironment } from './map-environment.ts'
import { version } from './version.ts'

export type ServiceSettings = {
  readonly env: Env
  readonly databaseUrl: string
  /** Signs links and tokens, the same on every node. */
  readonly secret: string
  /** Signs the anchors of the security log, this node's own. */
  readonly anchorKey: string
  /** By which push services know this installation, the same on every node. */
  readonly vapidKeys: VapidKeys
  /** Where mails, deliveries of webhooks, downloads of people's own data and report files are ordered. */
  readonly mailQueue: MailQueue
  readonly webhookQueue: WebhookQueue
  readonly downloadQueue: DownloadQueue
  readonly reportQueue: DownloadQueue
  /** Stands in for the making of reports in tests of their files. */
  readonly makeReport?: MakeReport
  readonly demoSignIns: () => Promise<{ label: string; email: string; password: string }[]>
  /** Sign-ins whose password everybody knows, on an installation that others reach. */
  readonly refusesSignIn?: (credentials: { email: string; password: string }) => boolean
}

/** Makes the parts that features share, each taking what it needs: the settings, the database, queues, files, mail, caches and the feed. */
export function createPlatform(db: Database, settings: ServiceSettings, log: FastifyBaseLogger) {
  const { env, databaseUrl, secret } = settings
  const reader = createFeedReader({ url: databaseUrl, log, aheadKinds: forgettingEvents })
  db.onFeedWritten(reader.wake)
  // A cache is trusted while changes are heard of without delay.
  const mayHold = () => reader.isFresh
  const sessions = createSessions({
    db,
    sessionDays: env.SESSION_DAYS,
    twoStepRequiredFrom: env.TWO_STEP_REQUIRED,
    mayHold,
  })
  const caches = {
    sessions,
    zones: createZoneCache(db, mayHold),
    zoneShapes: createZoneShapeCache(db),
    members: createMemberCache(db, mayHold),
    actorZones: createActorZoneCache({ load: readActorZonesOf(db), mayHold }),
    trackers: createTrackerCache(db, mayHold),
    map: createMapSetting(db, readMapEnvironment(env), log),
  }
  const handlers = createEventHandlers(caches)
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
  const links = createSignedLinks(secret)
  const linksOf: RequestContext['linksOf'] =
    ({ sessionId }) =>
    path =>
      links.linkTo(path, sessionId)
  return {
    ...settings,
    db,
    log,
    reader,
    sessions,
    caches,
    links,
    linksOf,
    files: createFileStore(env).files,
    mailer: createMailer({ env, log }),
    version,
    concurrency: createConcurrencyLimits(),
    forwarded: createForwardedHint(),
  }
}

export type Platform = ReturnType<typeof createPlatform>
