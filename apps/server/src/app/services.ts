import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { commonJobs } from '../jobs/common-jobs.ts'
import type { ClockJob } from '../jobs/jobs.ts'
import { bearerToken } from '../lib/bearer-token.ts'
import { createFeedHub } from '../live/hub.ts'
import type { Write } from '../live/write.ts'
import { createPlatform, type PlatformSettings } from '../platform/platform.ts'
import { createCallDelay } from '../rpc/call-delay.ts'
import type { RequestContext } from '../rpc/context.ts'
import { deleteExpiredTries } from '../rpc/rate-limit.queries.ts'
import { createCaches } from './caches.ts'
import { forgettingEvents, passingEvents } from './events.ts'
import { join, registered, type ServicesFor } from './features.ts'
import { createFeedAccess } from './feed-access.ts'
import { storedFolders } from './file-readers.ts'
import { createRouter } from './router.ts'

export type ServiceSettings = PlatformSettings & Pick<ServicesFor<'parts'>, 'makeReport'>

/** Creates all services of the server except the network, each once, wired to each other and not yet started. */
export function createServices(db: Database, settings: ServiceSettings, log: FastifyBaseLogger) {
  const shared = createPlatform(db, settings, { log, aheadKinds: forgettingEvents })
  const platform = {
    ...settings,
    ...shared,
    caches: createCaches(shared),
    storedFolders,
    personalData: registered('personalData').flat(),
    async beforeAccountDeletion(its: Write, userId: string) {
      for (const end of registered('beforeAccountDeletion')) await end(its, userId)
    },
  }
  const { reader, sessions, actorZones, concurrency, createLinks } = platform
  const parts = join(registered('parts').map(create => create(platform)))
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
    token: bearerToken(request.headers.authorization),
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
  }
  const expired = { ...join(registered('expired')), rateLimits: deleteExpiredTries }
  return {
    ...services,
    router: createRouter(services),
    jobs: [
      ...commonJobs({ ...services, passingEvents, expired }),
      ...registered('jobs').flatMap<ClockJob>(create => create(services)),
    ],
  }
}

export type Services = ReturnType<typeof createServices>
