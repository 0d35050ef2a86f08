import type { FastifyBaseLogger } from 'fastify'
import type { VapidKeys } from 'web-push'
import type { Database } from '../db/database.ts'
import { createForwardedHint } from '../doors/forwarded-hint.ts'
import type { DownloadQueue } from '../jobs/download-queue.ts'
import type { MailQueue } from '../jobs/mail-queue.ts'
import type { WebhookQueue } from '../jobs/webhook-queue.ts'
import { createMailer } from '../lib/mail.ts'
import { createSignedLinks } from '../lib/signed-links.ts'
import { createFeedReader } from '../live/reader.ts'
import { createActorZoneCache, readActorZonesOf } from '../rpc/actor-zone-cache.ts'
import { createConcurrencyLimits } from '../rpc/concurrency-limits.ts'
import type { RequestContext } from '../rpc/context.ts'
import { createSessions } from '../rpc/sessions.ts'
import type { Env } from './env.ts'
import { createFileStore } from './file-store.ts'
import { version } from './version.ts'

export type PlatformSettings = {
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
  /** Also serve the benchmark's reference, `/ingest/echo`. */
  readonly echo: boolean
  readonly demoSignIns: () => Promise<{ label: string; email: string; password: string }[]>
  /** Sign-ins whose password everybody knows, on an installation that others reach. */
  readonly refusesSignIn?: (credentials: { email: string; password: string }) => boolean
}

/**
 * Creates the parts that all features share: settings, database, queues, files, mail, sessions and the feed.
 * `aheadKinds` are the events that a cache must hear of even while others are held back.
 */
export function createPlatform(
  db: Database,
  settings: PlatformSettings,
  { log, aheadKinds }: { log: FastifyBaseLogger; aheadKinds: readonly string[] },
) {
  const { env, databaseUrl, secret } = settings
  const reader = createFeedReader({ url: databaseUrl, log, aheadKinds })
  db.onFeedWritten(reader.wake)
  // A cache is trusted while changes are heard of without delay.
  const mayHold = () => reader.isFresh
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
    mayHold,
    sessions: createSessions({
      db,
      sessionDays: env.SESSION_DAYS,
      twoStepRequiredFrom: env.TWO_STEP_REQUIRED,
      mayHold,
    }),
    actorZones: createActorZoneCache({ load: readActorZonesOf(db), mayHold }),
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
