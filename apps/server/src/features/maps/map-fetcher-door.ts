import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type MapFetcher, mapFetcherFile } from './map-fetcher.ts'
import { listFetchedOrigins } from './map-policy.ts'
import type { MapSettingCache } from './map-setting.ts'

type Deps = { readonly map: Pick<MapSettingCache, 'latest'>; readonly mapFetcher: MapFetcher }

/**
 * `GET /map-fetch.js`. Its content security policy allows only the hosts of the current or (`preview`) previewed map, so it is never
 * cached, and every set of hosts has its own URL.
 */
export function registerMapFetcherDoor(app: FastifyInstance, { map, mapFetcher }: Deps): void {
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
