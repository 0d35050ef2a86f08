import { type ZoneInFile, zonesToGeoJson } from '@muster/domain/geo-json.ts'
import { limits } from '@muster/domain/limits.ts'
import { zonesToKml } from '@muster/domain/zones-to-kml.ts'
import type { Tx } from '../../db/database.ts'
import { listZoneIds, selectZones } from './zone-files.queries.ts'

type ExportRequest = { readonly format: 'geojson' | 'kml'; readonly zoneIds?: readonly string[] | undefined }

const PAGE_SIZE = 50

/**
 * Exports the zones visible to the actor as the text of a file. Leaves out zones beyond the maximum number and size that can be
 * imported, and reports that as `more`.
 */
export async function exportZones(tx: Tx, { format, zoneIds }: ExportRequest) {
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
