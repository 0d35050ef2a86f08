import { decidePrepared } from '@muster/domain/geofence.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { type CheckPositionDeps, checkPosition } from './check-position.ts'
import { presencePolicy } from './presence.policy.ts'
import {
  findCapacity,
  findPresence,
  listInside,
  listOwnPresence,
  listOwnVisits,
  listRecentlyLeft,
  listVisits,
} from './presence.queries.ts'
import { myPresenceView, panelView, presenceWordOf } from './presence.view.ts'

/** Checking one's position, and who is inside. */
export function presenceProcedures(deps: CheckPositionDeps) {
  return {
    checkUserInZone: api.presence.checkUserInZone
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { actor, zone }, input: { zoneId, ...reading } }) => {
        presencePolicy.check(zone)
        const { checks, refused } = await checkPosition(deps, actor, reading, [zoneId], 'manual')
        const [check] = checks
        if (!check) throw fail(refused[0]?.code ?? 'ZONE_NOT_FOUND')
        return check
      }),

    pointInZone: api.presence.pointInZone
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { zone }, input }) => {
        presencePolicy.locate(zone)
        const held = await deps.zones.get(zone.id)
        if (!held) throw fail('ZONE_NOT_FOUND')
        return { inside: decidePrepared(held.shape, { lat: input.lat, lng: input.lng }).inside }
      }),

    status: api.presence.status
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { db, actor, zone }, input }) => {
        presencePolicy.viewPerson(zone, actor, input.userId)
        const row = await db.asActor(actor, tx => findPresence(tx, zone.id, input.userId))
        if (!row) throw fail('NOT_ASSIGNED')
        return { status: presenceWordOf(row) }
      }),

    panel: api.presence.panel
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { db, actor, zone } }) => {
        presencePolicy.viewPanel(zone)
        return db.asActor(actor, async tx =>
          panelView({
            zoneId: zone.id,
            maxCapacity: (await findCapacity(tx, zone.id))?.max_capacity ?? null,
            inside: await listInside(tx, zone.id),
            left: await listRecentlyLeft(tx, zone.id),
            visits: await listVisits(tx, zone.id),
          }),
        )
      }),

    mine: api.presence.mine.use(signedIn).handler(async ({ context: { db, actor } }) =>
      db.asActor(actor, async tx => {
        const rows = await listOwnPresence(tx, actor.userId)
        const visits = await listOwnVisits(tx, actor.userId)
        return { zones: rows.map(row => myPresenceView(row, visits)) }
      }),
    ),
  }
}
