import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMapFileName, mapFilesPath } from '@muster/domain/base-map.ts'
import type { FastifyInstance } from 'fastify'
import { parseByteRange } from '../../lib/byte-range.ts'
import type { FileStorage } from '../../lib/file-storage.ts'
import { createLocalFiles } from '../../lib/local-files.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { fail } from '../../rpc/fail.ts'
import { sendPart } from '../../rpc/send-part.ts'
import { readMapEnvironment } from './map-environment.ts'
import { createMapFetcher, type MapFetcher, mapFetcherFile } from './map-fetcher.ts'
import { listFetchedOrigins } from './map-policy.ts'
import { createMapSettingCache, type MapSettingCache } from './map-setting.ts'
import { mapsEvents } from './maps.events.ts'
import { mapsProcedures } from './maps.procedures.ts'

/** `GET /map-files/name.pmtiles`: byte ranges of the operator's maps. Street maps are public, so no sign-in. */
function registerMapFilesDoor(app: FastifyInstance, files: Pick<FileStorage, 'open'>): void {
  app.get<{ Params: { name: string } }>(`${mapFilesPath}:name`, async (request, reply) => {
    const { name } = request.params
    const file = isMapFileName(name) ? await files.open(name) : null
    if (!file) throw fail('NOT_FOUND')
    reply
      .type('application/octet-stream')
      .header('cache-control', 'public, max-age=3600')
      .header('accept-ranges', 'bytes')
    const range = request.headers['if-range'] === undefined ? request.headers.range : undefined
    return sendPart(reply, file, parseByteRange(range, file.size))
  })
}

type Deps = { readonly map: Pick<MapSettingCache, 'latest'>; readonly mapFetcher: MapFetcher }

/**
 * `GET /map-fetch.js`. Its content security policy allows only the hosts of the current or (`preview`) previewed map, so it is never
 * cached, and every set of hosts has its own URL.
 */
function registerMapFetcherDoor(app: FastifyInstance, { map, mapFetcher }: Deps): void {
  const script = readFileSync(new URL(`../../../../web/public/${mapFetcherFile}`, import.meta.url))
  app.get<{ Querystring: { preview?: unknown } }>(`/${mapFetcherFile}`, async (request, reply) => {
    const setting = await map.latest()
    const { preview } = request.query
    const ticket = typeof preview === 'string' ? preview : undefined
    return reply
      .header('content-security-policy', mapFetcher.policy(listFetchedOrigins(setting), ticket))
      .header('cache-control', 'no-store')
      .type('text/javascript; charset=utf-8')
      .send(script)
  })
}

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
