import { type ZoneInFile, zonesToGeoJson } from '@muster/domain/geo-json.ts'
import { limits } from '@muster/domain/limits.ts'
import { zonesToKml } from '@muster/domain/zones-to-kml.ts'
import type { Tx } from '../../db/database.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { createZones } from './create-zones.ts'
import type { ZoneLimits } from './zone-capacity.ts'
import { listTakenNames, listZoneIds, selectZones } from './zone-files.queries.ts'

type ExportRequest = { readonly format: 'geojson' | 'kml'; readonly zoneIds?: readonly string[] | undefined }

const PAGE_SIZE = 50

/**
 * Exports the zones visible to the actor as the text of a file. Leaves out zones beyond the maximum number and size that can be
 * imported, and reports that as `more`.
 */
async function exportZones(tx: Tx, { format, zoneIds }: ExportRequest) {
  const ids = await listZoneIds(tx, zoneIds, limits.importMaxFeatures + 1)
  const zones: ZoneInFile[] = []
  let totalSize = 0
  for (let offset = 0; offset < ids.length && zones.length < limits.importMaxFeatures; offset += PAGE_SIZE) {
    const rows = await selectZones(tx, ids.slice(offset, offset + PAGE_SIZE))
    for (const { name, description, shape } of rows) {
      totalSize += JSON.stringify(shape).length
      if (totalSize > limits.importMaxBytes || zones.length === limits.importMaxFeatures) break
      zones.push({ name, description, shape })
    }
    if (totalSize > limits.importMaxBytes) break
  }
  const text =
    format === 'kml' ? zonesToKml(zones, 'Muster zones') : JSON.stringify(zonesToGeoJson(zones), null, 1)
  const day = new Date().toISOString().slice(0, 10)
  return {
    fileName: `zones-${day}.${format === 'kml' ? 'kml' : 'geojson'}`,
    text,
    zones: zones.length,
    more: zones.length < ids.length,
  }
}

const importLimit = { name: 'zone-import', points: 60, seconds: 60 }
const exportLimit = { name: 'zone-export', points: 10, seconds: 60 }

export type FilesDeps = { readonly most: ZoneLimits }

export const zoneFilesProcedures = ({ most }: FilesDeps) => ({
  createMany: api.zones.createMany
    .use(
      signedIn('create_zones', {
        rateLimit: importLimit,
        withoutTx:
          'all zones are counted first, as the owner, and the shapes looked at before anything is locked',
      }),
    )
    .handler(async ({ context: { db, actor }, input: { zones, ...sharedFields } }) => ({
      results: await createZones(db, actor, most, zones, sharedFields),
    })),

  findNames: api.zones.findNames
    .use(signedIn('create_zones', { rateLimit: importLimit }))
    .handler(async ({ context: { tx }, input: { names } }) => ({ taken: await listTakenNames(tx, names) })),

  export: api.zones.export
    .use(signedIn('edit_zones', { rateLimit: exportLimit }))
    .handler(({ context: { tx }, input }) => exportZones(tx, input)),
})
