import { isInternalAdmin } from '@muster/domain/role.ts'
import { api, inZone, inZoneWithoutPin, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createZone } from './create-zone.ts'
import { enterZone } from './enter-zone.ts'
import { zonesPolicy } from './zones.policy.ts'
import { findZone, listAllZones, listAvailableZones } from './zones.queries.ts'
import { myZoneView, zoneView } from './zones.view.ts'

type Deps = { readonly verifyPin: (hash: string, pin: string) => Promise<boolean> }

export function zonesProcedures({ verifyPin }: Deps) {
  return {
    mine: api.zones.mine.use(signedIn).handler(async ({ context: { db, actor } }) => {
      const viewer = { ...actor, seesAll: isInternalAdmin(actor.role) }
      const rows = await db.asActor(actor, tx => listAvailableZones(tx, viewer))
      return { zones: rows.map(row => myZoneView(row, actor.role)) }
    }),

    all: api.zones.all.use(signedIn).handler(async ({ context: { db, actor } }) => {
      zonesPolicy.viewAll(actor)
      const rows = await db.asActor(actor, listAllZones)
      return { zones: rows.map(zoneView) }
    }),

    get: api.zones.get
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { db, actor, zone } }) => {
        zonesPolicy.view(zone)
        const row = await db.asActor(actor, tx => findZone(tx, zone.id))
        if (!row) throw fail('ZONE_NOT_FOUND')
        return zoneView(row)
      }),

    create: api.zones.create.use(signedIn).handler(async ({ context: { db, actor }, input }) => {
      zonesPolicy.create(actor)
      return zoneView(await createZone(db, actor, input))
    }),

    enter: api.zones.enter
      .use(signedIn)
      .use(inZoneWithoutPin)
      .handler(async ({ context: { db, actor, zone }, input }) => {
        zonesPolicy.view(zone)
        if (input.userEmail !== undefined && input.userEmail.trim().toLowerCase() !== actor.email)
          throw fail('EMAIL_MISMATCH')
        if (zone.status !== 'active') throw fail('ZONE_NOT_FOUND')
        const until = await enterZone(db, verifyPin, actor, zone, input.pin)
        return { entryExpiresAt: until?.toISOString() ?? null }
      }),
  }
}
