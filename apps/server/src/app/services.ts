import type { ContractClient } from '@muster/contract/contract.ts'
import { createRouterClient } from '@orpc/server'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { createCommonJobs } from '../jobs/common-jobs.ts'
import type { ClockJob } from '../jobs/jobs.ts'
import { parseBearerToken } from '../lib/bearer-token.ts'
import type { FeedEntry } from '../live/entry.ts'
import type { NodeCaches } from '../live/event-rules.ts'
import { createFeedHub } from '../live/hub.ts'
import type { WriteContext } from '../live/write.ts'
import { createPlatform, type Platform, type PlatformSettings } from '../platform/platform.ts'
import { createCallDelay } from '../rpc/call-delay.ts'
import type { RequestContext } from '../rpc/context.ts'
import { deleteExpiredAttempts } from '../rpc/rate-limit.queries.ts'
import { createEventHandlers } from './event-handlers.ts'
import { cacheInvalidatingKinds, transientEventKinds } from './events.ts'
import { collectFromFeatures, mergeParts, type ServicesFor } from './features.ts'
import { createFeedAccess } from './feed-access.ts'
import { storedFolders } from './file-readers.ts'
import { createRouter, type Router } from './router.ts'

/** Creates this node's caches and keeps them up to date from the feed. */
function createCaches(platform: Platform) {
  const { reader, sessions, actorZones } = platform
  const caches = {
    sessions,
    actorZones,
    ...mergeParts(collectFromFeatures('caches').map(create => create(platform))),
  } satisfies NodeCaches
  const handlers = createEventHandlers(caches)
  const handleAll = (entries: readonly FeedEntry[]) => {
    for (const entry of entries) handlers.handle(entry)
  }
  reader.subscribe({
    onEvents: handleAll,
    onUpcoming: handleAll,
    onBroken: handlers.forgetEverything,
    onRecovered: handlers.forgetEverything,
    onSkipped: handlers.forgetEverything,
  })
  return caches
}

export type ServiceSettings = PlatformSettings & Pick<ServicesFor<'parts'>, 'makeReport'>

/** Creates all services of the server except the network. Each exists once, wired to the others and not yet started. */
export function createServices(db: Database, settings: ServiceSettings, log: FastifyBaseLogger) {
  const basePlatform = createPlatform(db, settings, { log, aheadKinds: cacheInvalidatingKinds })
  const platform = {
    ...settings,
    ...basePlatform,
    caches: createCaches(basePlatform),
    storedFolders,
    personalData: collectFromFeatures('personalData').flat(),
    async beforeAccountDeletion(its: WriteContext, userId: string) {
      for (const runHook of collectFromFeatures('beforeAccountDeletion')) await runHook(its, userId)
    },
  }
  const { reader, sessions, actorZones, concurrency, createLinks } = platform
  const parts = mergeParts(collectFromFeatures('parts').map(create => create(platform)))
  const hub = createFeedHub({
    reader,
    pool: db.pool,
    sessions,
    access: createFeedAccess(db, createLinks),
    log,
  })

  const createContext = (request: FastifyRequest): RequestContext => ({
    db,
    sessions,
    concurrency,
    actorZones,
    log: request.log,
    trace: request,
    token: parseBearerToken(request.headers.authorization),
    ip: request.ip,
    createLinks,
    headers: new Headers({
      'user-agent': request.headers['user-agent'] ?? '',
      'accept-language': request.headers['accept-language'] ?? '',
    }),
  })

  const services = {
    ...platform,
    ...parts,
    hub,
    createContext,
    readWait: createCallDelay({ sessions, concurrency }),
    searches: mergeParts(collectFromFeatures('searches')),
    createLists: (context: RequestContext): ContractClient => createRouterClient(router, { context }),
  }
  const router: Router = createRouter(services)
  const expiryJobs = { ...mergeParts(collectFromFeatures('expired')), rateLimits: deleteExpiredAttempts }
  return {
    ...services,
    router,
    jobs: [
      ...createCommonJobs({ ...services, passingEvents: transientEventKinds, expired: expiryJobs }),
      ...collectFromFeatures('jobs').flatMap<ClockJob>(create => create(services)),
    ],
  }
}

export type Services = ReturnType<typeof createServices>
