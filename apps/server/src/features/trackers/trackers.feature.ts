import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { HoldDeps } from '../presence/index.ts'
import { createTrackerCache, type TrackerCache } from './tracker-cache.ts'
import { registerTrackerRoutes } from './tracker-doors.ts'
import { trackersEvents } from './trackers.events.ts'
import { trackersOpenapi } from './trackers.openapi.ts'
import { trackersPersonalData } from './trackers.personal-data.ts'
import { trackersProcedures } from './trackers.procedures.ts'

type Caches = { readonly caches: { readonly trackers: TrackerCache } }

export const trackersFeature = {
  procedures: (caches: Caches) => ({ trackers: trackersProcedures(caches) }),
  events: trackersEvents,
  caches: ({ db, mayHold }: Platform) => ({ trackers: createTrackerCache(db, mayHold) }),
  doors: (
    app: FastifyInstance,
    { presence, caches, concurrency }: Platform & Caches & { readonly presence: HoldDeps },
  ) => registerTrackerRoutes(app, { ...presence, trackers: caches.trackers, concurrency }),
  openapi: trackersOpenapi,
  personalData: trackersPersonalData,
} satisfies Feature
