import { api, signedIn } from '../../rpc/base.ts'
import { createZones } from './create-zones.ts'
import { exportZones } from './export-zones.ts'
import type { ZoneLimits } from './zone-capacity.ts'
import { listTakenNames } from './zone-files.queries.ts'

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
