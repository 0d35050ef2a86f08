import { api, inZone } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteZone, previewRemoval } from './delete-zone.ts'
import { setZoneStatus } from './set-zone-status.ts'
import { restoreShape, updateZone } from './update-zone.ts'
import { findShape, listShapes } from './zone-shapes.queries.ts'
import { shapeVersionView, zoneView } from './zones.view.ts'

const OWNER_REASON = 'removing a zone also removes rows of other people'

export type ChangesDeps = {
  /** Drops the zone's data from this node's cache after a change; other nodes learn of the change from the feed. */
  readonly forgetZone: (zoneId: string) => void
}

/** Procedures that change an existing zone, or list and restore its former shapes. */
export const zoneChangesProcedures = ({ forgetZone }: ChangesDeps) => ({
  update: api.zones.update
    .use(inZone('edit_zones'))
    .handler(async ({ context: { tx, zone, afterCommit }, input }) => {
      afterCommit(() => forgetZone(zone.id))
      return zoneView(await updateZone(tx, zone.id, input))
    }),

  setStatus: api.zones.setStatus
    .use(inZone('suspend_zones', { asOwner: 'requests may not write the status of a zone' }))
    .handler(async ({ context, input }) => {
      const { zone, actor, afterCommit } = context
      afterCommit(() => forgetZone(zone.id))
      return zoneView(await setZoneStatus(context, zone.id, input.status, actor.userId))
    }),

  removal: api.zones.removal
    .use(inZone('delete_zones', { asOwner: OWNER_REASON }))
    .handler(({ context: { tx, zone } }) => previewRemoval(tx, zone.id)),

  remove: api.zones.remove.use(inZone('delete_zones', { asOwner: OWNER_REASON })).handler(({ context }) => {
    const { zone, actor, afterCommit } = context
    afterCommit(() => forgetZone(zone.id))
    return deleteZone(context, zone.id, actor.userId)
  }),

  shapes: api.zones.shapes.use(inZone('edit_zones')).handler(async ({ context: { tx, zone } }) => {
    const rows = await listShapes(tx, zone.id)
    return { shapes: rows.map(shapeVersionView) }
  }),

  shape: api.zones.shape.use(inZone('edit_zones')).handler(async ({ context: { tx, zone }, input }) => {
    const shape = await findShape(tx, zone.id, input.version)
    if (!shape) throw fail('SHAPE_NOT_FOUND')
    return shape
  }),

  restoreShape: api.zones.restoreShape
    .use(inZone('edit_zones'))
    .handler(async ({ context: { tx, zone, afterCommit }, input }) => {
      afterCommit(() => forgetZone(zone.id))
      return zoneView(await restoreShape(tx, zone.id, input.version))
    }),
})
