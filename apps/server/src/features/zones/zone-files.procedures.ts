import { api, signedIn } from '../../rpc/base.ts'
import type { Limit } from '../../rpc/throttle.ts'
import { createZones } from './create-zones.ts'
import { exportZones } from './export-zones.ts'
import type { MostZones } from './room-for-zone.ts'

export type FilesDeps = { readonly imports: Limit; readonly exports: Limit; readonly most: MostZones }

/** Zones out of files, and into them. */
export const zoneFilesProcedures = ({ imports, exports, most }: FilesDeps) => ({
  createMany: api.zones.createMany
    .use(
      signedIn('create_zones', {
        throttle: imports,
        withoutTx:
          'all zones are counted first, as the owner, and the shapes looked at before anything is locked',
      }),
    )
    .handler(async ({ context: { db, actor }, input }) => ({
      results: await createZones(db, actor, most, input.zones),
    })),

  export: api.zones.export
    .use(signedIn('edit_zones', { throttle: exports }))
    .handler(({ context: { tx }, input }) => exportZones(tx, input)),
})
