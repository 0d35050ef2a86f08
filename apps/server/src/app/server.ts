import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { answersWithin, type Database } from '../db/database.ts'
import { doorLimits } from '../doors/door-limits.ts'
import { registerCallbackDoor } from '../features/auth/single-sign-on/callback-door.ts'
import { registerBroadcastFilesDoor } from '../features/broadcasts/broadcast-files-door.ts'
import { registerDocumentFilesDoor } from '../features/documents/document-files-door.ts'
import { quotaOf } from '../features/documents/documents.procedures.ts'
import { registerZipDoor } from '../features/documents/zip-door.ts'
import { registerGroupFilesDoor } from '../features/groups/group-files-door.ts'
import { registerHazardFilesDoor } from '../features/hazards/hazard-files-door.ts'
import { mapPolicy, registerMapFetcherDoor } from '../features/maps/index.ts'
import { registerMapFilesDoor } from '../features/maps/map-files-door.ts'
import { registerExportDoor } from '../features/presence/exports/export-door.ts'
import { registerIngest } from '../features/presence/ingest.ts'
import { registerOffDoor } from '../features/reports/mailing/off-door.ts'
import { registerProfileImageDoor } from '../features/settings/profile-image-door.ts'
import { registerTrackerDoors } from '../features/trackers/tracker-doors.ts'
import { registerLive } from '../live/route.ts'
import { version } from '../platform/version.ts'
import { registerFilesDoor } from '../rpc/files-door.ts'
import { createFileReaders } from './file-readers.ts'
import { createHttp } from './http.ts'
import { createServices, type ServiceSettings, type Services } from './services.ts'

export type ServerSettings = ServiceSettings & {
  /** Also serve the benchmark's reference, `/ingest/echo`. */
  readonly echo: boolean
}

export type Server = {
  /** Not yet listening. */
  readonly app: FastifyInstance
  readonly services: Services
  /** Says goodbye to sockets and requests, writes what waits, lets go of the database but for its pool. */
  stop(): Promise<void>
}

/** Milliseconds that a database which is ready takes at most; whoever probes waits hardly longer. */
const READY_MS = 1_000

/** The whole server on a migrated database, following the feed. */
export async function startServer(
  db: Database,
  settings: ServerSettings,
  log: FastifyBaseLogger,
): Promise<Server> {
  const { env } = settings
  const services = createServices(db, settings, log)
  await services.reader.start()
  services.logGuard.start()
  await services.caches.map.load()
  const app = await createHttp({
    router: services.router,
    contextOf: services.contextOf,
    waitOf: services.waitOf,
    loggerInstance: log,
    trustProxy: env.TRUST_PROXY,
    forwarded: services.forwarded,
    limits: { ...doorLimits, socketsPerAddress: env.SOCKETS_PER_ADDRESS },
    version,
    publicUrl: env.PUBLIC_URL,
    mapPolicy: () => mapPolicy(services.caches.map.current()),
    registerDoors(door) {
      registerLive(door, services.hub)
      registerFilesDoor(door, { ...services, mayRead: createFileReaders(db, env.TWO_STEP_REQUIRED) })
      registerProfileImageDoor(door, services)
      registerHazardFilesDoor(door, services)
      registerBroadcastFilesDoor(door, services)
      registerGroupFilesDoor(door, services)
      registerDocumentFilesDoor(door, services, quotaOf(env))
      registerZipDoor(door, services)
      registerExportDoor(door, services, env.RETENTION_DAYS)
      registerCallbackDoor(door, env.PUBLIC_URL)
      registerOffDoor(door, services)
      registerMapFilesDoor(door, services.mapFiles)
      registerMapFetcherDoor(door, { map: services.caches.map, mapFetcher: services.mapFetcher })
      registerTrackerDoors(door, {
        ...services.presence,
        trackers: services.caches.trackers,
        concurrency: services.concurrency,
      })
      registerIngest(door, { ...services.presence, sessions: services.sessions, echo: settings.echo })
    },
    isReady: async () => {
      const answered = await answersWithin(db, READY_MS)
      return { ready: answered && services.reader.state === 'following', storing: db.storing.works }
    },
  })
  return {
    app,
    services,
    async stop() {
      await app.close()
      await services.reader.stop()
      await services.webhooks.stop()
      await services.alerts.stop()
      await services.presence.writer.stop()
      await services.logGuard.stop()
    },
  }
}
