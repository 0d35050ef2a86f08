import { msg } from '@lingui/core/runtime-macro'
import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import type { HoldDeps } from '../presence/index.ts'
import { createTrackerCache, type TrackerCache } from './tracker-cache.ts'
import { registerTrackerRoutes } from './tracker-doors.ts'
import { trackersEvents } from './trackers.events.ts'
import { trackersOpenapi } from './trackers.openapi.ts'
import { trackersProcedures } from './trackers.procedures.ts'

const trackersPersonalData: readonly PersonalList[] = [
  {
    name: 'location-apps',
    says: msg`Apps that send your position. Their tokens are stored only as hashes.`,
    table: 'trackers',
    kind: 'sessions',
    of: 'user_id',
    order: 'id',
  },
]

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
