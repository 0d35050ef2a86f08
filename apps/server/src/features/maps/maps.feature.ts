import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createLocalFiles } from '../../lib/local-files.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { readMapEnvironment } from './map-environment.ts'
import { createMapFetcher, type MapFetcher } from './map-fetcher.ts'
import { registerMapFetcherDoor } from './map-fetcher-door.ts'
import { registerMapFilesDoor } from './map-files-door.ts'
import { createMapSettingCache, type MapSettingCache } from './map-setting.ts'
import { mapsEvents } from './maps.events.ts'
import { mapsProcedures } from './maps.procedures.ts'

type Caches = { readonly caches: { readonly map: MapSettingCache } }
type Parts = { readonly mapFetcher: MapFetcher }

export const mapsFeature = {
  procedures: (services: Caches & Parts) => ({ maps: mapsProcedures(services, services.mapFetcher) }),
  events: mapsEvents,
  caches: ({ db, env, log }: Platform) => ({ map: createMapSettingCache(db, readMapEnvironment(env), log) }),
  parts: ({ secret }: Platform): Parts => ({ mapFetcher: createMapFetcher(secret) }),
  start: ({ caches }: Caches) => caches.map.load(),
  doors(app: FastifyInstance, { env, caches, mapFetcher }: Platform & Caches & Parts) {
    registerMapFilesDoor(app, createLocalFiles(join(env.DATA_DIR, 'maps')))
    registerMapFetcherDoor(app, { map: caches.map, mapFetcher })
  },
} satisfies Feature
