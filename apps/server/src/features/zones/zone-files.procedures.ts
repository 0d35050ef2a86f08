import { api, signedIn } from '../../rpc/base.ts'
import { createZones } from './create-zones.ts'
import { exportZones } from './export-zones.ts'
import type { MostZones } from './zone-capacity.ts'

const imports = { name: 'zone-import', points: 60, seconds: 60 }
const exports = { name: 'zone-export', points: 10, seconds: 60 }

export type FilesDeps = { readonly most: MostZones }

/** Procedures to import and export zones. */
export const zoneFilesProcedures = ({ most }: FilesDeps) => ({
  createMany: api.zones.createMany
    .use(
      signedIn('create_zones', {
        rateLimit: imports,
        withoutTx:
          'all zones are counted first, as the owner, and the shapes looked at before anything is locked',
      }),
    )
    .handler(async ({ context: { db, actor }, input: { zones, ...ofAll } }) => ({
      results: await createZones(db, actor, most, zones, ofAll),
    })),

  export: api.zones.export
    .use(signedIn('edit_zones', { rateLimit: exports }))
    .handler(({ context: { tx }, input }) => exportZones(tx, input)),
})
