import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Database, isReachable } from '../db/database.ts'
import { type DoorLimits, doorLimits } from '../doors/door-limits.ts'
import { mapPolicy } from '../features/maps/index.ts'
import { registerLive } from '../live/route.ts'
import { version } from '../platform/version.ts'
import { registerFilesDoor } from '../rpc/files-door.ts'
import { collectFromFeatures } from './features.ts'
import { createFileReaders } from './file-readers.ts'
import { createHttp } from './http.ts'
import { createServices, type ServiceSettings, type Services } from './services.ts'

export type Server = {
  /** The HTTP server, not yet listening. */
  readonly app: FastifyInstance
  readonly services: Services
  /** Closes sockets and requests, then the feed reader and the features, which write pending checks. The pool stays open. */
  stop(): Promise<void>
}

/** Timeout of the readiness check's database query, in milliseconds. Probes rarely wait longer. */
const READY_TIMEOUT_MS = 1_000

/** Starts the whole server on a migrated database, except for listening, and follows the feed. */
export async function startServer(
  db: Database,
  settings: ServiceSettings,
  log: FastifyBaseLogger,
  limits: Partial<DoorLimits> = {},
): Promise<Server> {
  const { env } = settings
  const services = createServices(db, settings, log)
  await services.reader.start()
  for (const start of collectFromFeatures('start')) await start(services)
  const app = await createHttp({
    router: services.router,
    createContext: services.createContext,
    readWait: services.readWait,
    loggerInstance: log,
    requestLog: env.REQUEST_LOG,
    observe: services.metrics?.observeRequest,
    trustProxy: env.TRUST_PROXY,
    forwarded: services.forwarded,
    proxyFit: services.proxyFit,
    limits: { ...doorLimits, socketsPerAddress: env.SOCKETS_PER_ADDRESS, ...limits },
    version,
    publicUrl: env.PUBLIC_URL,
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    mapPolicy: () => mapPolicy(services.caches.map.current()),
    feedPosition: () => {
      const { state, epoch, cursor } = services.reader
      return state === 'following' ? `${epoch} ${cursor}` : undefined
    },
    registerDoors(door) {
      registerLive(door, services.hub)
      registerFilesDoor(door, { ...services, mayRead: createFileReaders(db, env.TWO_STEP_REQUIRED) })
      for (const register of collectFromFeatures('doors')) register(door, services)
    },
    isReady: async () => {
      const isDatabaseReachable = await isReachable(db, READY_TIMEOUT_MS)
      return {
        ready: isDatabaseReachable && services.reader.state === 'following',
        storing: db.storing.works,
      }
    },
  })
  return {
    app,
    services,
    async stop() {
      await app.close()
      await services.reader.stop()
      for (const stop of collectFromFeatures('stop')) await stop(services)
    },
  }
}
