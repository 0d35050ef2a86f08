import type { FastifyBaseLogger } from 'fastify'
import type { VapidKeys } from 'web-push'
import type { Database } from '../db/database.ts'
import { createForwardedHint } from '../doors/forwarded-hint.ts'
import { createProxyFit } from '../doors/proxy-fit.ts'
import type { DownloadQueue } from '../jobs/download-queue.ts'
import type { MailQueue } from '../jobs/mail-queue.ts'
import type { WebhookQueue } from '../jobs/webhook-queue.ts'
import { createMailer } from '../lib/mail.ts'
import { createSignedLinks } from '../lib/signed-links.ts'
import { createMailServerState } from '../lib/watch-mail-server.ts'
import { createFeedReader } from '../live/reader.ts'
import { createActorZoneCache, readUserActorZones } from '../rpc/actor-zone-cache.ts'
import { createConcurrencyLimits } from '../rpc/concurrency-limits.ts'
import type { RequestContext } from '../rpc/context.ts'
import { createSessions } from '../rpc/sessions.ts'
import type { Env } from './env.ts'
import { createFileStore } from './file-store.ts'
import { version } from './version.ts'

export type PlatformSettings = {
  readonly env: Env
  readonly databaseUrl: string
  /** The secret that signs links and tokens; the same on every node. */
  readonly secret: string
  /** The key that signs this node's anchors of the security log. */
  readonly anchorKey: string
  /** The keys that identify this installation to push services; the same on every node. */
  readonly vapidKeys: VapidKeys
  /** The queues for emails, webhook deliveries, downloads of people's own data and report files. */
  readonly mailQueue: MailQueue
  readonly webhookQueue: WebhookQueue
  readonly downloadQueue: DownloadQueue
  readonly reportQueue: DownloadQueue
  /** True to also serve the benchmark's baseline, `/ingest/echo`. */
  readonly echo: boolean
  readonly demoSignIns: () => Promise<{ label: string; email: string; password: string }[]>
  /** True if a sign-in must be refused, because its password is publicly known and others can reach the installation. */
  readonly refusesSignIn?: (credentials: { email: string; password: string }) => boolean
}

/** `aheadKinds`: what caches must receive even while an open transaction holds events back. */
export function createPlatform(
  db: Database,
  settings: PlatformSettings,
  { log, aheadKinds }: { log: FastifyBaseLogger; aheadKinds: readonly string[] },
) {
  const { env, databaseUrl, secret } = settings
  const reader = createFeedReader({ url: databaseUrl, log, aheadKinds })
  db.onFeedWritten(reader.wake)
  reader.subscribe({ onServerReplaced: db.connections.dropOpenedBefore })
  // Caches are trusted while changes are announced without delay.
  const mayCache = () => reader.isFresh
  const links = createSignedLinks(secret)
  const createLinks: RequestContext['createLinks'] =
    ({ sessionId }) =>
    path =>
      links.linkTo(path, sessionId)
  return {
    ...settings,
    db,
    log,
    reader,
    mayHold: mayCache,
    sessions: createSessions({
      db,
      sessionDays: env.SESSION_DAYS,
      twoStepRequiredFrom: env.TWO_STEP_REQUIRED,
      mayCache,
    }),
    actorZones: createActorZoneCache({ load: readUserActorZones(db), mayCache }),
    links,
    createLinks,
    files: createFileStore(env).files,
    mailer: createMailer({ env, log }),
    version,
    concurrency: createConcurrencyLimits(),
    forwarded: createForwardedHint(),
    proxyFit: createProxyFit(),
    mailServer: createMailServerState(),
  }
}

export type Platform = ReturnType<typeof createPlatform>
